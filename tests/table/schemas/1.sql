BEGIN TRANSACTION;
CREATE TABLE actions (
	"match" VARCHAR(24) NOT NULL, 
	seq INTEGER NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	choice_id VARCHAR(64) NOT NULL, 
	choice TEXT, 
	asked TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("match", seq), 
	UNIQUE ("match", choice_id), 
	FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "actions" VALUES('match1',1,'uk','id1','["play",1]','uk',1);
INSERT INTO "actions" VALUES('match1',2,'uk','id2','["play",1]','uk',2);
INSERT INTO "actions" VALUES('match1',3,'uk','id3','["play",1]','uk',3);
INSERT INTO "actions" VALUES('match1',4,'uk','id4','["play",1]','uk',4);
INSERT INTO "actions" VALUES('match1',5,'uk','id5','["play",1]','uk',5);
INSERT INTO "actions" VALUES('match1',6,'uk','id6','["play",1]','uk',6);
CREATE TABLE chat (
	"match" VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	message_id VARCHAR(64) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("match", n), 
	UNIQUE ("match", message_id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "chat" VALUES('match1',1,'m1','uk','Anna','¿Qué?',5);
CREATE TABLE checkpoints (
	"match" VARCHAR(24) NOT NULL, 
	seq INTEGER NOT NULL, 
	choices INTEGER NOT NULL, 
	rules_version VARCHAR(60) NOT NULL, 
	state BLOB NOT NULL, 
	PRIMARY KEY ("match", seq), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "checkpoints" VALUES('match1',0,0,'1',X'80');
CREATE TABLE guests (
	id VARCHAR(24) NOT NULL, 
	secret_hash VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (secret_hash)
);
INSERT INTO "guests" VALUES('guest1','0000000000000000000000000000000000000000000000000000000000000000','Anna',1);
CREATE TABLE matches (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	scenario VARCHAR(60) NOT NULL, 
	options TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	rules_version VARCHAR(60) NOT NULL, 
	content VARCHAR(64) NOT NULL, 
	creator VARCHAR(24) NOT NULL, 
	created BIGINT NOT NULL, 
	spectators BOOLEAN NOT NULL, 
	listed BOOLEAN NOT NULL, 
	asked TEXT NOT NULL, 
	result TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(creator) REFERENCES guests (id)
);
INSERT INTO "matches" VALUES('match1','miniature','short','{}',X'0000000000000000000000000000000000000000000000000000000000000000','1','','guest1',1,1,0,'uk',NULL);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(1);
CREATE TABLE seats (
	"match" VARCHAR(24) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	position INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	guest VARCHAR(24), 
	bot VARCHAR(60), 
	token VARCHAR(48), 
	PRIMARY KEY ("match", seat), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	FOREIGN KEY(guest) REFERENCES guests (id), 
	UNIQUE (token)
);
INSERT INTO "seats" VALUES('match1','uk',0,'guest','guest1',NULL,NULL);
INSERT INTO "seats" VALUES('match1','ussr',1,'guest','guest1',NULL,NULL);
INSERT INTO "seats" VALUES('match1','us',2,'guest','guest1',NULL,NULL);
CREATE INDEX matches_open ON matches (listed, created);
CREATE INDEX ix_seats_guest ON seats (guest);
COMMIT;
