-- The schema of the Northwind sample database (a trading company), as its documentation has it, with rows of our own.
CREATE TABLE [Categories] ([CategoryID] INTEGER PRIMARY KEY AUTOINCREMENT, [CategoryName] TEXT NOT NULL, [Description] TEXT, [Picture] BLOB);
CREATE TABLE [Customers] ([CustomerID] TEXT, [CompanyName] TEXT NOT NULL, [ContactName] TEXT, [Country] TEXT, PRIMARY KEY ([CustomerID]));
CREATE TABLE [CustomerDemographics] ([CustomerTypeID] TEXT NOT NULL, [CustomerDesc] TEXT, PRIMARY KEY ([CustomerTypeID]));
CREATE TABLE [CustomerCustomerDemo] ([CustomerID] TEXT NOT NULL, [CustomerTypeID] TEXT NOT NULL, PRIMARY KEY ([CustomerID], [CustomerTypeID]),
  FOREIGN KEY ([CustomerID]) REFERENCES [Customers] ([CustomerID]), FOREIGN KEY ([CustomerTypeID]) REFERENCES [CustomerDemographics] ([CustomerTypeID]));
CREATE TABLE [Employees] ([EmployeeID] INTEGER PRIMARY KEY AUTOINCREMENT, [LastName] TEXT, [FirstName] TEXT, [BirthDate] DATE, [Photo] BLOB,
  [ReportsTo] INTEGER, FOREIGN KEY ([ReportsTo]) REFERENCES [Employees] ([EmployeeID]));
CREATE TABLE [EmployeeTerritories] ([EmployeeID] INTEGER NOT NULL, [TerritoryID] TEXT NOT NULL, PRIMARY KEY ([EmployeeID], [TerritoryID]),
  FOREIGN KEY ([EmployeeID]) REFERENCES [Employees] ([EmployeeID]), FOREIGN KEY ([TerritoryID]) REFERENCES [Territories] ([TerritoryID]));
CREATE TABLE [Order Details] ([OrderID] INTEGER NOT NULL, [ProductID] INTEGER NOT NULL, [UnitPrice] NUMERIC NOT NULL DEFAULT 0,
  [Quantity] INTEGER NOT NULL DEFAULT 1, [Discount] REAL NOT NULL DEFAULT 0, PRIMARY KEY ([OrderID], [ProductID]),
  CHECK ([Discount] >= (0) AND [Discount] <= (1)), CHECK ([Quantity] > (0)), CHECK ([UnitPrice] >= (0)),
  FOREIGN KEY ([OrderID]) REFERENCES [Orders] ([OrderID]), FOREIGN KEY ([ProductID]) REFERENCES [Products] ([ProductID]));
CREATE TABLE [Orders] ([OrderID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, [CustomerID] TEXT, [EmployeeID] INTEGER, [OrderDate] DATETIME,
  [ShippedDate] DATETIME, [ShipVia] INTEGER, [Freight] NUMERIC DEFAULT 0, [ShipName] TEXT,
  FOREIGN KEY ([EmployeeID]) REFERENCES [Employees] ([EmployeeID]), FOREIGN KEY ([CustomerID]) REFERENCES [Customers] ([CustomerID]),
  FOREIGN KEY ([ShipVia]) REFERENCES [Shippers] ([ShipperID]));
CREATE TABLE [Products] ([ProductID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, [ProductName] TEXT NOT NULL, [SupplierID] INTEGER, [CategoryID] INTEGER,
  [QuantityPerUnit] TEXT, [UnitPrice] NUMERIC DEFAULT 0, [UnitsInStock] INTEGER DEFAULT 0, [Discontinued] TEXT NOT NULL DEFAULT '0',
  CHECK ([UnitPrice] >= (0)),
  FOREIGN KEY ([CategoryID]) REFERENCES [Categories] ([CategoryID]), FOREIGN KEY ([SupplierID]) REFERENCES [Suppliers] ([SupplierID]));
CREATE TABLE [Regions] ([RegionID] INTEGER NOT NULL PRIMARY KEY, [RegionDescription] TEXT NOT NULL);
CREATE TABLE [Shippers] ([ShipperID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, [CompanyName] TEXT NOT NULL, [Phone] TEXT);
CREATE TABLE [Suppliers] ([SupplierID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, [CompanyName] TEXT NOT NULL, [HomePage] TEXT);
CREATE TABLE [Territories] ([TerritoryID] TEXT NOT NULL, [TerritoryDescription] TEXT NOT NULL, [RegionID] INTEGER NOT NULL, PRIMARY KEY ([TerritoryID]),
  FOREIGN KEY ([RegionID]) REFERENCES [Regions] ([RegionID]));
CREATE VIEW [Current Product List] AS SELECT ProductID, ProductName FROM Products WHERE Discontinued = 0;
INSERT INTO Categories VALUES (1, 'Beverages', 'Soft drinks', x'151C2F'), (2, 'Condiments', NULL, NULL);
INSERT INTO Customers VALUES ('ALFKI', 'Alfreds Futterkiste', 'Maria Anders', 'Germany'), ('BONAP', 'Bon app''', NULL, 'France');
INSERT INTO CustomerDemographics VALUES ('VIP', 'Very important');
INSERT INTO CustomerCustomerDemo VALUES ('BONAP', 'VIP');
INSERT INTO Employees VALUES (1, 'Davolio', 'Nancy', '1948-12-08', NULL, 2), (2, 'Fuller', 'Andrew', '1952-02-19', x'FFD8', NULL);
INSERT INTO Regions VALUES (1, 'Eastern');
INSERT INTO Territories VALUES ('01581', 'Westboro', 1), ('01730', 'Bedford', 1);
INSERT INTO EmployeeTerritories VALUES (1, '01581'), (2, '01581'), (2, '01730');
INSERT INTO Shippers VALUES (1, 'Speedy Express', '(503) 555-9831');
INSERT INTO Suppliers VALUES (1, 'Exotic Liquids', NULL);
INSERT INTO Products VALUES (1, 'Chai', 1, 1, '10 boxes x 20 bags', 18, 39, '0'), (3, 'Aniseed Syrup', 1, 2, NULL, 10.5, 13, '1');
INSERT INTO Orders VALUES (10248, 'ALFKI', 1, '1996-07-04', '1996-07-16', 1, 32.38, 'Alfreds'), (10249, 'BONAP', 2, '1996-07-05 08:30:00', NULL, NULL, 0, NULL);
INSERT INTO "Order Details" VALUES (10248, 1, 14.4, 12, 0), (10248, 3, 9.8, 10, 0.15), (10249, 1, 18, 1, 0);
