import { type RawBuilder, sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** What the engines spell differently. */
export type ColumnTypes = {
  engine: Engine
  /** Text that is compared and ordered byte by byte, whatever the database's locale. */
  key: RawBuilder<unknown>
  text: RawBuilder<unknown>
  int: RawBuilder<unknown>
  bytes: RawBuilder<unknown>
  /** A primary key that the engine counts up. */
  counted: RawBuilder<unknown>
  /** Numbers of an embedding. */
  vector: RawBuilder<unknown>
  /** Ends a CREATE TABLE whose rows are small and are found by their primary key. */
  clustered: RawBuilder<unknown>
}

export const columnTypes = (engine: Engine): ColumnTypes =>
  engine === 'sqlite'
    ? {
        engine,
        key: sql`text`,
        text: sql`text`,
        int: sql`integer`,
        bytes: sql`blob`,
        counted: sql`integer primary key autoincrement`,
        vector: sql`blob`,
        clustered: sql`without rowid`,
      }
    : {
        engine,
        key: sql`text collate "C"`,
        text: sql`text`,
        int: sql`bigint`,
        bytes: sql`bytea`,
        counted: sql`bigint generated always as identity primary key`,
        vector: sql`real[]`,
        clustered: sql``,
      }
