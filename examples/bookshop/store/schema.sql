create table if not exists books (
	id     integer primary key,
	title  text    not null,
	author text    not null,
	year   integer not null,
	price  integer not null check (price >= 0),
	stock  integer not null check (stock >= 0)
);

create table if not exists covers (
	book  integer primary key references books (id) on delete cascade,
	media text not null,
	data  blob not null
);

create table if not exists users (
	name     text primary key,
	password text not null,
	staff    integer not null
);

-- Only hashes of tokens are kept, so that a copy of the file lets nobody in.
create table if not exists sessions (
	token   blob primary key,
	user    text    not null references users (name) on delete cascade,
	expires integer not null
);

create table if not exists settings (
	name  text primary key,
	value blob not null
);
