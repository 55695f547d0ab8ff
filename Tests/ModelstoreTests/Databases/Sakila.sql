-- The schema of the Sakila sample database (a video rental), as its documentation has it, with rows of our own.
CREATE TABLE actor (actor_id numeric NOT NULL PRIMARY KEY, first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL, last_update TIMESTAMP NOT NULL);
CREATE INDEX idx_actor_last_name ON actor(last_name);
CREATE TABLE country (country_id SMALLINT NOT NULL, country VARCHAR(50) NOT NULL, last_update TIMESTAMP, PRIMARY KEY (country_id));
CREATE TABLE city (city_id int NOT NULL, city VARCHAR(50) NOT NULL, country_id SMALLINT NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (city_id),
  CONSTRAINT fk_city_country FOREIGN KEY (country_id) REFERENCES country (country_id) ON DELETE NO ACTION ON UPDATE CASCADE);
CREATE TABLE address (address_id int NOT NULL, address VARCHAR(50) NOT NULL, address2 VARCHAR(50) DEFAULT NULL, district VARCHAR(20) NOT NULL,
  city_id INT NOT NULL, postal_code VARCHAR(10) DEFAULT NULL, phone VARCHAR(20) NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (address_id),
  CONSTRAINT fk_address_city FOREIGN KEY (city_id) REFERENCES city (city_id) ON DELETE NO ACTION ON UPDATE CASCADE);
CREATE TABLE language (language_id SMALLINT NOT NULL, name CHAR(20) NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (language_id));
CREATE TABLE category (category_id SMALLINT NOT NULL, name VARCHAR(25) NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (category_id));
CREATE TABLE customer (customer_id INT NOT NULL, store_id INT NOT NULL, first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL,
  email VARCHAR(50) DEFAULT NULL, address_id INT NOT NULL, active CHAR(1) DEFAULT 'Y' NOT NULL, create_date TIMESTAMP NOT NULL, last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (customer_id),
  CONSTRAINT fk_customer_store FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_customer_address FOREIGN KEY (address_id) REFERENCES address (address_id) ON DELETE NO ACTION ON UPDATE CASCADE);
CREATE TABLE film (film_id int NOT NULL, title VARCHAR(255) NOT NULL, description BLOB SUB_TYPE TEXT DEFAULT NULL, release_year VARCHAR(4) DEFAULT NULL,
  language_id SMALLINT NOT NULL, original_language_id SMALLINT DEFAULT NULL, rental_duration SMALLINT DEFAULT 3 NOT NULL, rental_rate DECIMAL(4,2) DEFAULT 4.99 NOT NULL,
  length SMALLINT DEFAULT NULL, rating VARCHAR(10) DEFAULT 'G', special_features VARCHAR(100) DEFAULT NULL, last_update TIMESTAMP NOT NULL,
  PRIMARY KEY (film_id),
  CONSTRAINT CHECK_special_rating CHECK (rating IN ('G','PG','PG-13','R','NC-17')),
  CONSTRAINT fk_film_language FOREIGN KEY (language_id) REFERENCES language (language_id),
  CONSTRAINT fk_film_language_original FOREIGN KEY (original_language_id) REFERENCES language (language_id));
CREATE TABLE film_actor (actor_id INT NOT NULL, film_id INT NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (actor_id, film_id),
  CONSTRAINT fk_film_actor_actor FOREIGN KEY (actor_id) REFERENCES actor (actor_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_film_actor_film FOREIGN KEY (film_id) REFERENCES film (film_id) ON DELETE NO ACTION ON UPDATE CASCADE);
CREATE TABLE film_category (film_id INT NOT NULL, category_id SMALLINT NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (film_id, category_id),
  CONSTRAINT fk_film_category_film FOREIGN KEY (film_id) REFERENCES film (film_id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT fk_film_category_category FOREIGN KEY (category_id) REFERENCES category (category_id) ON DELETE NO ACTION ON UPDATE CASCADE);
CREATE TABLE film_text (film_id SMALLINT NOT NULL, title VARCHAR(255) NOT NULL, description BLOB SUB_TYPE TEXT, PRIMARY KEY (film_id));
CREATE TABLE inventory (inventory_id INT NOT NULL, film_id INT NOT NULL, store_id INT NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (inventory_id),
  CONSTRAINT fk_inventory_store FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_inventory_film FOREIGN KEY (film_id) REFERENCES film (film_id) ON DELETE NO ACTION ON UPDATE CASCADE);
CREATE INDEX idx_fk_film_id_store_id ON inventory(store_id, film_id);
CREATE TABLE staff (staff_id SMALLINT NOT NULL, first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL, address_id INT NOT NULL, picture BLOB DEFAULT NULL,
  store_id INT NOT NULL, active SMALLINT DEFAULT 1 NOT NULL, username VARCHAR(16) NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (staff_id),
  CONSTRAINT fk_staff_store FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE NO ACTION ON UPDATE CASCADE,
  CONSTRAINT fk_staff_address FOREIGN KEY (address_id) REFERENCES address (address_id) ON DELETE NO ACTION ON UPDATE CASCADE);
CREATE TABLE store (store_id INT NOT NULL, manager_staff_id SMALLINT NOT NULL UNIQUE, address_id INT NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (store_id),
  CONSTRAINT fk_store_staff FOREIGN KEY (manager_staff_id) REFERENCES staff (staff_id),
  CONSTRAINT fk_store_address FOREIGN KEY (address_id) REFERENCES address (address_id));
CREATE TABLE rental (rental_id INT NOT NULL, rental_date TIMESTAMP NOT NULL, inventory_id INT NOT NULL, customer_id INT NOT NULL, return_date TIMESTAMP DEFAULT NULL,
  staff_id SMALLINT NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (rental_id),
  CONSTRAINT fk_rental_staff FOREIGN KEY (staff_id) REFERENCES staff (staff_id),
  CONSTRAINT fk_rental_inventory FOREIGN KEY (inventory_id) REFERENCES inventory (inventory_id),
  CONSTRAINT fk_rental_customer FOREIGN KEY (customer_id) REFERENCES customer (customer_id));
CREATE UNIQUE INDEX idx_rental_uq ON rental (rental_date, inventory_id, customer_id);
CREATE TABLE payment (payment_id int NOT NULL, customer_id INT NOT NULL, staff_id SMALLINT NOT NULL, rental_id INT DEFAULT NULL, amount DECIMAL(5,2) NOT NULL,
  payment_date TIMESTAMP NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (payment_id),
  CONSTRAINT fk_payment_rental FOREIGN KEY (rental_id) REFERENCES rental (rental_id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT fk_payment_customer FOREIGN KEY (customer_id) REFERENCES customer (customer_id),
  CONSTRAINT fk_payment_staff FOREIGN KEY (staff_id) REFERENCES staff (staff_id));
CREATE VIEW film_list AS SELECT film.film_id AS FID, film.title AS title, category.name AS category FROM category JOIN film_category ON category.category_id = film_category.category_id JOIN film ON film_category.film_id = film.film_id;
CREATE VIEW staff_list AS SELECT staff_id AS ID FROM staff;
INSERT INTO actor VALUES (1, 'PENELOPE', 'GUINESS', '2006-02-15 04:34:33'), (2, 'NICK', 'WAHLBERG', '2006-02-15 04:34:33');
INSERT INTO country VALUES (1, 'Canada', '2006-02-15 04:44:00');
INSERT INTO city VALUES (300, 'Lethbridge', 1, '2006-02-15 04:45:25');
INSERT INTO address VALUES (1, '47 MySakila Drive', NULL, 'Alberta', 300, NULL, '', '2006-02-15 04:45:30'), (2, '28 MySQL Boulevard', NULL, 'QLD', 300, '4000', '14033335568', '2006-02-15 04:45:30');
INSERT INTO language VALUES (1, 'English', '2006-02-15 05:02:19'), (2, 'Italian', '2006-02-15 05:02:19');
INSERT INTO category VALUES (1, 'Action', '2006-02-15 04:46:27');
INSERT INTO store VALUES (1, 1, 1, '2006-02-15 04:57:12');
INSERT INTO staff VALUES (1, 'Mike', 'Hillyer', 2, x'89504E47', 1, 1, 'Mike', '2006-02-15 03:57:16');
INSERT INTO customer VALUES (1, 1, 'MARY', 'SMITH', NULL, 2, 'Y', '2006-02-14 22:04:36.000', '2006-02-15 04:57:20');
INSERT INTO film VALUES (1, 'ACADEMY DINOSAUR', 'An Epic Drama', '2006', 1, 2, 6, 0.99, 86, 'PG', 'Deleted Scenes', '2006-02-15 05:03:42'), (2, 'ACE GOLDFINGER', NULL, NULL, 1, NULL, 3, 4.99, NULL, 'G', NULL, '2006-02-15 05:03:42');
INSERT INTO film_text VALUES (1, 'ACADEMY DINOSAUR', 'An Epic Drama');
INSERT INTO film_actor VALUES (1, 1, '2006-02-15 05:05:03'), (2, 1, '2006-02-15 05:05:03'), (2, 2, '2006-02-15 05:05:03');
INSERT INTO film_category VALUES (1, 1, '2006-02-15 05:07:09');
INSERT INTO inventory VALUES (1, 1, 1, '2006-02-15 05:09:17');
INSERT INTO rental VALUES (1, '2005-05-24 22:53:30.000', 1, 1, NULL, 1, '2006-02-15 21:30:53');
INSERT INTO payment VALUES (1, 1, 1, 1, 2.99, '2005-05-25 11:30:37.000', '2006-02-15 22:12:30');
