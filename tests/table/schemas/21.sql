BEGIN TRANSACTION;
CREATE TABLE absences (
	since BIGINT NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (since)
);
CREATE TABLE accounts (
	person VARCHAR(24) NOT NULL, 
	handle VARCHAR(24) NOT NULL, 
	handle_key VARCHAR(60) NOT NULL, 
	password VARCHAR(200), 
	totp BLOB, 
	totp_used BIGINT DEFAULT '0' NOT NULL, 
	state VARCHAR(10) DEFAULT 'active' NOT NULL, 
	state_until BIGINT, 
	erase_words BOOLEAN DEFAULT 0 NOT NULL, 
	staff VARCHAR(10), 
	created BIGINT NOT NULL, 
	renamed BIGINT, 
	invitation VARCHAR(24), 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES guests (id), 
	UNIQUE (handle_key)
);
CREATE TABLE actions (
	"match" VARCHAR(24) NOT NULL, 
	seq INTEGER NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	choice_id VARCHAR(64) NOT NULL, 
	choice TEXT, 
	asked TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	rewound_to INTEGER, 
	PRIMARY KEY ("match", seq), 
	UNIQUE ("match", choice_id), 
	FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "actions" VALUES('match1',1,'uk','id1','["play",1]','uk',1,NULL);
INSERT INTO "actions" VALUES('match1',2,'uk','id2','["play",1]','uk',2,NULL);
INSERT INTO "actions" VALUES('match1',3,'uk','id3','["play",1]','uk',3,NULL);
INSERT INTO "actions" VALUES('match1',4,'uk','id4','["play",1]','uk',4,NULL);
INSERT INTO "actions" VALUES('match1',5,'uk','id5','["play",1]','uk',5,NULL);
INSERT INTO "actions" VALUES('match1',6,'uk','id6','["play",1]','uk',6,NULL);
CREATE TABLE admissions (
	id VARCHAR(24) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	note VARCHAR(80) NOT NULL, 
	maker VARCHAR(80) NOT NULL, 
	uses INTEGER NOT NULL, 
	used INTEGER DEFAULT '0' NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	withdrawn BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (token_hash)
);
CREATE TABLE analyses (
	"match" VARCHAR(24) NOT NULL, 
	version INTEGER NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	asked BIGINT NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	data BLOB, 
	updated BIGINT NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE api_tokens (
	id VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	scopes VARCHAR(60) NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	used BIGINT, 
	calls BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES guests (id), 
	UNIQUE (token_hash)
);
CREATE TABLE audit (
	id VARCHAR(24) NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR(80) NOT NULL, 
	act VARCHAR(20) NOT NULL, 
	target VARCHAR(80) NOT NULL, 
	reason VARCHAR(300) NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE beats (
	process VARCHAR(60) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (process)
);
CREATE TABLE blocks (
	person VARCHAR(24) NOT NULL, 
	other VARCHAR(24) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, other), 
	FOREIGN KEY(person) REFERENCES guests (id), 
	FOREIGN KEY(other) REFERENCES guests (id)
);
CREATE TABLE challenge_seats (
	challenge VARCHAR(24) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	position INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	person VARCHAR(24), 
	bot VARCHAR(60), 
	taken_at BIGINT, 
	PRIMARY KEY (challenge, seat), 
	FOREIGN KEY(challenge) REFERENCES challenges (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE challenges (
	id VARCHAR(24) NOT NULL, 
	maker VARCHAR(24) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	personal BOOLEAN NOT NULL, 
	terms TEXT NOT NULL, 
	rating INTEGER, 
	state VARCHAR(10) NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	"match" VARCHAR(24), 
	seen BIGINT DEFAULT '0' NOT NULL, 
	called_until BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(maker) REFERENCES guests (id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE channels (
	person VARCHAR(24) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	address VARCHAR(500) NOT NULL, 
	secret BLOB, 
	state VARCHAR(10) NOT NULL, 
	failures INTEGER DEFAULT '0' NOT NULL, 
	told VARCHAR(60) DEFAULT '' NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, kind), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE chat (
	"match" VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	message_id VARCHAR(64) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	text TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	card TEXT, 
	hidden_by VARCHAR(80), 
	person VARCHAR(24), 
	PRIMARY KEY ("match", n), 
	UNIQUE ("match", message_id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "chat" VALUES('match1',1,'m1','uk','Anna','¿Qué?',5,NULL,NULL,NULL);
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
CREATE TABLE clock_marks (
	"match" VARCHAR(24) NOT NULL, 
	seq INTEGER NOT NULL, 
	clocks TEXT NOT NULL, 
	PRIMARY KEY ("match", seq), 
	FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE devices (
	person VARCHAR(24) NOT NULL, 
	secret_hash VARCHAR(64) NOT NULL, 
	seen BIGINT NOT NULL, 
	PRIMARY KEY (person, secret_hash), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE exercise_progress (
	guest VARCHAR(24) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	exercise VARCHAR(60) NOT NULL, 
	tries INTEGER NOT NULL, 
	solved BOOLEAN NOT NULL, 
	PRIMARY KEY (guest, game, exercise), 
	FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE TABLE exports (
	id VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	session VARCHAR(24) NOT NULL, 
	at BIGINT NOT NULL, 
	data BLOB, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE guests (
	id VARCHAR(24) NOT NULL, 
	secret_hash VARCHAR(64) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	created BIGINT NOT NULL, 
	preferences TEXT DEFAULT '{}' NOT NULL, 
	merged_into VARCHAR(24), 
	PRIMARY KEY (id), 
	UNIQUE (secret_hash)
);
INSERT INTO "guests" VALUES('guest1','0000000000000000000000000000000000000000000000000000000000000000','Anna',1,'{}',NULL);
CREATE TABLE house_lines (
	"match" VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	choices INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	seat VARCHAR(60), 
	data TEXT NOT NULL, 
	PRIMARY KEY ("match", n), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE houses (
	"match" VARCHAR(24) NOT NULL, 
	state TEXT NOT NULL, 
	due BIGINT, 
	revision INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE leaves (
	person VARCHAR(24) NOT NULL, 
	since BIGINT NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (person, since), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE lesson_progress (
	guest VARCHAR(24) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	lesson VARCHAR(60) NOT NULL, 
	progress TEXT NOT NULL, 
	at INTEGER NOT NULL, 
	"of" INTEGER NOT NULL, 
	done BOOLEAN NOT NULL, 
	begun BIGINT NOT NULL, 
	moved BIGINT NOT NULL, 
	PRIMARY KEY (guest, game, lesson), 
	FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE TABLE mail_links (
	id VARCHAR(64) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	purpose VARCHAR(10) NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	expires BIGINT NOT NULL, 
	used BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
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
	aids BOOLEAN DEFAULT 1 NOT NULL, 
	rated BOOLEAN DEFAULT 0 NOT NULL, 
	asked TEXT NOT NULL, 
	result TEXT, 
	pace TEXT, 
	at_flag VARCHAR(12) DEFAULT 'none' NOT NULL, 
	closed TEXT, 
	shared BOOLEAN DEFAULT 0 NOT NULL, 
	watch_delay INTEGER DEFAULT '0' NOT NULL, 
	deal TEXT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(creator) REFERENCES guests (id)
);
INSERT INTO "matches" VALUES('match1','miniature','short','{}',X'0000000000000000000000000000000000000000000000000000000000000000','1','','guest1',1,1,0,1,0,'uk',NULL,NULL,'none',NULL,0,0,NULL);
CREATE TABLE mutes (
	"match" VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	PRIMARY KEY ("match", person, seat), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE notes (
	"match" VARCHAR(24) NOT NULL, 
	guest VARCHAR(24) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	text TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("match", guest, seat), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE TABLE notices (
	id VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	"match" VARCHAR(24), 
	seat VARCHAR(60), 
	"key" VARCHAR(160) NOT NULL, 
	data TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	seen BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES guests (id), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	UNIQUE ("key")
);
CREATE TABLE old_names (
	handle_key VARCHAR(60) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (handle_key), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE outbox (
	id VARCHAR(24) NOT NULL, 
	notice VARCHAR(24), 
	person VARCHAR(24) NOT NULL, 
	channel VARCHAR(10) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	data TEXT NOT NULL, 
	due BIGINT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	folded BOOLEAN DEFAULT 0 NOT NULL, 
	attempts INTEGER DEFAULT '0' NOT NULL, 
	claim VARCHAR(24), 
	claimed_until BIGINT DEFAULT '0' NOT NULL, 
	error VARCHAR(200), 
	done BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(notice) REFERENCES notices (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE outside_bots (
	person VARCHAR(24) NOT NULL, 
	owner VARCHAR(24) NOT NULL, 
	created BIGINT NOT NULL, 
	ended BIGINT, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES guests (id), 
	FOREIGN KEY(owner) REFERENCES guests (id)
);
CREATE TABLE postings (
	person VARCHAR(24) NOT NULL, 
	settings TEXT NOT NULL, 
	digest_due BIGINT, 
	PRIMARY KEY (person), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE ratings (
	person VARCHAR(24) NOT NULL, 
	pool VARCHAR(70) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	matches INTEGER NOT NULL, 
	updated BIGINT NOT NULL, 
	PRIMARY KEY (person, pool), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE recovery_codes (
	person VARCHAR(24) NOT NULL, 
	n INTEGER NOT NULL, 
	code_hash VARCHAR(64) NOT NULL, 
	used BIGINT, 
	PRIMARY KEY (person, n), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE reports (
	id VARCHAR(24) NOT NULL, 
	"by" VARCHAR(24) NOT NULL, 
	against VARCHAR(24), 
	"match" VARCHAR(24), 
	line INTEGER, 
	reason VARCHAR(20) NOT NULL, 
	text TEXT NOT NULL, 
	context TEXT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY("by") REFERENCES guests (id), 
	FOREIGN KEY(against) REFERENCES guests (id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE restraints (
	person VARCHAR(24) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	until BIGINT NOT NULL, 
	reason VARCHAR(300) NOT NULL, 
	PRIMARY KEY (person, kind), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE result_rows (
	"match" VARCHAR(24) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	position INTEGER NOT NULL, 
	person VARCHAR(24), 
	bot VARCHAR(60), 
	pool VARCHAR(70) NOT NULL, 
	rank INTEGER NOT NULL, 
	score FLOAT, 
	winner BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	alone BOOLEAN DEFAULT 0 NOT NULL, 
	mu_before FLOAT, 
	mu_after FLOAT, 
	sigma_after FLOAT, 
	opening TEXT, 
	ended BIGINT NOT NULL, 
	PRIMARY KEY ("match", seat), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE sandboxes (
	id VARCHAR(24) NOT NULL, 
	guest VARCHAR(24) NOT NULL, 
	recipe TEXT NOT NULL, 
	used BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(21);
CREATE TABLE seats (
	"match" VARCHAR(24) NOT NULL, 
	seat VARCHAR(60) NOT NULL, 
	position INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	guest VARCHAR(24), 
	bot VARCHAR(60), 
	token VARCHAR(48), 
	was VARCHAR(24), 
	caretaker VARCHAR(60), 
	left_how VARCHAR(10), 
	left_at BIGINT, 
	expires BIGINT, 
	for_person VARCHAR(24), 
	seen INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY ("match", seat), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	FOREIGN KEY(guest) REFERENCES guests (id), 
	UNIQUE (token)
);
INSERT INTO "seats" VALUES('match1','uk',0,'guest','guest1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "seats" VALUES('match1','ussr',1,'guest','guest1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "seats" VALUES('match1','us',2,'guest','guest1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE sessions (
	id VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	secret_hash VARCHAR(64) NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	created BIGINT NOT NULL, 
	seen BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	device VARCHAR(60) DEFAULT '' NOT NULL, 
	sudo_until BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES guests (id), 
	UNIQUE (secret_hash)
);
CREATE TABLE shares (
	"match" VARCHAR(24) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("match"), 
	FOREIGN KEY("match") REFERENCES matches (id), 
	UNIQUE (token_hash), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE sightings (
	person VARCHAR(24) NOT NULL, 
	"match" VARCHAR(24) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, "match"), 
	FOREIGN KEY(person) REFERENCES guests (id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE signals (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	what VARCHAR(80) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE signin_failures (
	"key" VARCHAR(64) NOT NULL, 
	count INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE signin_steps (
	id VARCHAR(64) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	tries INTEGER NOT NULL, 
	brief BOOLEAN NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE stewards (
	name VARCHAR(48) NOT NULL, 
	process VARCHAR(24) NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE tournament_players (
	tournament VARCHAR(24) NOT NULL, 
	person VARCHAR(24) NOT NULL, 
	entered BIGINT NOT NULL, 
	gone BIGINT, 
	head_start FLOAT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (tournament, person), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE TABLE tournament_tables (
	tournament VARCHAR(24) NOT NULL, 
	round INTEGER NOT NULL, 
	n INTEGER NOT NULL, 
	"match" VARCHAR(24), 
	people TEXT NOT NULL, 
	points TEXT, 
	due BIGINT NOT NULL, 
	PRIMARY KEY (tournament, round, n), 
	FOREIGN KEY(tournament) REFERENCES tournaments (id), 
	FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE tournaments (
	id VARCHAR(24) NOT NULL, 
	title VARCHAR(60) NOT NULL, 
	host VARCHAR(24) NOT NULL, 
	terms TEXT NOT NULL, 
	system VARCHAR(10) NOT NULL, 
	rounds INTEGER NOT NULL, 
	days INTEGER NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	seed BIGINT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(host) REFERENCES guests (id)
);
CREATE TABLE wishes (
	person VARCHAR(24) NOT NULL, 
	game VARCHAR(60) NOT NULL, 
	pace VARCHAR(10) NOT NULL, 
	rating INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	officer BOOLEAN DEFAULT 0 NOT NULL, 
	offered VARCHAR(24), 
	offered_at BIGINT DEFAULT '0' NOT NULL, 
	ready BOOLEAN DEFAULT 0 NOT NULL, 
	last VARCHAR(24), 
	PRIMARY KEY (person, game), 
	FOREIGN KEY(person) REFERENCES guests (id)
);
CREATE INDEX ix_absences_until ON absences (until);
CREATE INDEX ix_audit_at ON audit (at);
CREATE INDEX ix_sessions_person ON sessions (person);
CREATE INDEX ix_exports_person ON exports (person);
CREATE INDEX matches_open ON matches (listed, created);
CREATE INDEX matches_creator ON matches (creator);
CREATE INDEX ix_sandboxes_guest ON sandboxes (guest);
CREATE INDEX ix_tournaments_host ON tournaments (host);
CREATE INDEX ix_tournaments_state ON tournaments (state);
CREATE INDEX ix_outside_bots_owner ON outside_bots (owner);
CREATE INDEX ix_api_tokens_person ON api_tokens (person);
CREATE INDEX ix_postings_digest_due ON postings (digest_due);
CREATE INDEX ix_mail_links_person ON mail_links (person);
CREATE INDEX ix_seats_was ON seats (was);
CREATE INDEX ix_seats_guest ON seats (guest);
CREATE INDEX chat_person ON chat (person);
CREATE INDEX ix_result_rows_ended ON result_rows (ended);
CREATE INDEX result_rows_person ON result_rows (person, ended);
CREATE INDEX ix_challenges_match ON challenges ("match");
CREATE INDEX challenges_open ON challenges (state, game, created);
CREATE INDEX ix_challenges_maker ON challenges (maker);
CREATE INDEX ix_houses_due ON houses (due);
CREATE INDEX notices_person ON notices (person, at);
CREATE INDEX ix_reports_by ON reports ("by");
CREATE INDEX ix_reports_state ON reports (state);
CREATE INDEX ix_challenge_seats_person ON challenge_seats (person);
CREATE INDEX outbox_due ON outbox (state, due);
CREATE INDEX ix_outbox_notice ON outbox (notice);
CREATE INDEX outbox_person ON outbox (person, state);
COMMIT;
