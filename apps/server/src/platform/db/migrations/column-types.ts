import { type RawBuilder, sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** The types of columns that the engines spell differently. */
const types = {
  sqlite: {
    key: 'text',
    text: 'text',
    int: 'integer',
    bytes: 'blob',
    counted: 'integer primary key autoincrement',
    vector: 'blob',
    clustered: 'without rowid',
  },
  postgres: {
    key: 'text collate "C"',
    text: 'text',
    int: 'bigint',
    bytes: 'bytea',
    counted: 'bigint generated always as identity primary key',
    vector: 'real[]',
    clustered: '',
  },
}

export type ColumnTypes = {
  engine: Engine
  /** Text that is compared and sorted byte by byte, whatever the locale of the database. */
  key: RawBuilder<unknown>
  text: RawBuilder<unknown>
  int: RawBuilder<unknown>
  bytes: RawBuilder<unknown>
  /** A primary key that the engine generates. */
  counted: RawBuilder<unknown>
  /** The numbers of an embedding. */
  vector: RawBuilder<unknown>
  /** Ends a CREATE TABLE whose rows are small and looked up by their primary key. */
  clustered: RawBuilder<unknown>
}

export const columnTypes = (engine: Engine): ColumnTypes => {
  const { key, text, int, bytes, counted, vector, clustered } = types[engine]
  return {
    engine,
    key: sql.raw(key),
    text: sql.raw(text),
    int: sql.raw(int),
    bytes: sql.raw(bytes),
    counted: sql.raw(counted),
    vector: sql.raw(vector),
    clustered: sql.raw(clustered),
  }
}

/** Replaces the names of column types, in capitals, by the types of the engine. */
export const toDialect = (text: string, engine: Engine): string =>
  Object.entries(types[engine]).reduce(
    (dialectText, [name, type]) =>
      dialectText.replaceAll(new RegExp(`\\b${name.toUpperCase()}\\b`, 'g'), type),
    text,
  )
