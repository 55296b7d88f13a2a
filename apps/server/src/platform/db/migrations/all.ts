import type { Migration } from 'kysely/migration'
import { baseline } from './0001-baseline.ts'
import { demoConnection } from './0097-demo-connection.ts'
import { groupSearchTexts } from './0098-group-search-texts.ts'
import { spanLookups } from './0099-span-lookups.ts'
import { contractNames } from './0100-contract-names.ts'
import { type Engine, columnTypes } from './column-types.ts'

const all = {
  '0001-baseline': baseline,
  '0097-demo-connection': demoConnection,
  '0098-group-search-texts': groupSearchTexts,
  '0099-span-lookups': spanLookups,
  '0100-contract-names': contractNames,
}

export const migrationsFor = (engine: Engine): Record<string, Migration> => {
  const types = columnTypes(engine)
  return Object.fromEntries(
    Object.entries(all).map(([name, up]) => [name, { up: (db) => up(db, types) }]),
  )
}
