-- The schema of the Chinook sample database (a shop for music), as its documentation has it, with rows of our own.
CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL, [ArtistId] INTEGER NOT NULL,
  CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]),
  FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]));
CREATE TABLE [Customer] ([CustomerId] INTEGER NOT NULL, [FirstName] NVARCHAR(40) NOT NULL, [LastName] NVARCHAR(20) NOT NULL,
  [Company] NVARCHAR(80), [Country] NVARCHAR(40), [Email] NVARCHAR(60) NOT NULL, [SupportRepId] INTEGER,
  CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]),
  FOREIGN KEY ([SupportRepId]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE [Employee] ([EmployeeId] INTEGER NOT NULL, [LastName] NVARCHAR(20) NOT NULL, [FirstName] NVARCHAR(20) NOT NULL,
  [Title] NVARCHAR(30), [ReportsTo] INTEGER, [BirthDate] DATETIME, [HireDate] DATETIME,
  CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]),
  FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE [Genre] ([GenreId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Genre] PRIMARY KEY ([GenreId]));
CREATE TABLE [Invoice] ([InvoiceId] INTEGER NOT NULL, [CustomerId] INTEGER NOT NULL, [InvoiceDate] DATETIME NOT NULL,
  [BillingCity] NVARCHAR(40), [Total] NUMERIC(10,2) NOT NULL, CONSTRAINT [PK_Invoice] PRIMARY KEY ([InvoiceId]),
  FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE [InvoiceLine] ([InvoiceLineId] INTEGER NOT NULL, [InvoiceId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
  [UnitPrice] NUMERIC(10,2) NOT NULL, [Quantity] INTEGER NOT NULL, CONSTRAINT [PK_InvoiceLine] PRIMARY KEY ([InvoiceLineId]),
  FOREIGN KEY ([InvoiceId]) REFERENCES [Invoice] ([InvoiceId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_MediaType] PRIMARY KEY ([MediaTypeId]));
CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Playlist] PRIMARY KEY ([PlaylistId]));
CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
  CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
  FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE TABLE [Track] ([TrackId] INTEGER NOT NULL, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER, [MediaTypeId] INTEGER NOT NULL,
  [GenreId] INTEGER, [Composer] NVARCHAR(220), [Milliseconds] INTEGER NOT NULL, [Bytes] INTEGER, [UnitPrice] NUMERIC(10,2) NOT NULL,
  CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]),
  FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]) ON DELETE NO ACTION ON UPDATE NO ACTION,
  FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
CREATE INDEX [IFK_TrackAlbumId] ON [Track] ([AlbumId]);
CREATE INDEX [IFK_PlaylistTrackTrackId] ON [PlaylistTrack] ([TrackId]);
INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept'), (7, NULL);
INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (4, 'Let There Be Rock', 1), (2, 'Balls to the Wall', 2);
INSERT INTO Genre VALUES (1, 'Rock');
INSERT INTO MediaType VALUES (1, 'MPEG audio file'), (2, 'Protected AAC audio file');
INSERT INTO Track VALUES (1, 'For Those About To Rock', 1, 1, 1, 'Young, Young, Johnson', 343719, 11170334, 0.99),
  (2, 'Balls to the Wall', 2, 2, 1, NULL, 342562, 5510424, 0.99), (15, 'Go Down', 4, 1, NULL, 'AC/DC', 331180, NULL, 1.99);
INSERT INTO Playlist VALUES (1, 'Music'), (2, 'Heavy'), (3, NULL);
INSERT INTO PlaylistTrack VALUES (1, 1), (1, 2), (1, 15), (2, 2);
INSERT INTO Employee VALUES (1, 'Adams', 'Andrew', 'General Manager', NULL, '1962-02-18 00:00:00', '2002-08-14 00:00:00'),
  (2, 'Edwards', 'Nancy', 'Sales Manager', 1, '1958-12-08 00:00:00', '2002-05-01 00:00:00');
INSERT INTO Customer VALUES (1, 'Luís', 'Gonçalves', 'Embraer', 'Brazil', 'luisg@example.com', 2), (2, 'Leonie', 'Köhler', NULL, 'Germany', 'leonekohler@example.com', NULL);
INSERT INTO Invoice VALUES (1, 2, '2009-01-01 00:00:00', 'Stuttgart', 1.98), (2, 1, '2009-01-02 12:34:56.789', NULL, 3.96);
INSERT INTO InvoiceLine VALUES (1, 1, 2, 0.99, 1), (2, 1, 15, 0.99, 1), (3, 2, 1, 1.98, 2);
