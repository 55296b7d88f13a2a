import type { Db } from '../../platform/db/db.ts'

/** Returns all rollups with parsed histograms. */
export const rollups = async (db: Db) =>
  (await db.selectFrom('rollups').selectAll().orderBy('kind').execute()).map((row) => ({
    ...row,
    latency: JSON.parse(row.latency),
    first_token: JSON.parse(row.first_token),
  }))

/** Returns span counts by kind of rollup. */
export const counts = async (db: Db) =>
  Object.fromEntries((await rollups(db)).map(({ kind, count }) => [kind, count]))
