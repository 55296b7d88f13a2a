import { constants } from 'node:sqlite'

/** Pragmas that only read the schema. */
const QUERY_ACTIONS = new Set([
  'table_info',
  'table_xinfo',
  'table_list',
  'index_list',
  'index_info',
  'index_xinfo',
  'foreign_key_list',
])

const READ_ACTIONS: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
])

/** Operations that open other files and would bypass these rules. */
const NEVER: ReadonlySet<number> = new Set([constants.SQLITE_ATTACH, constants.SQLITE_DETACH])

/** Decides on each operation that SQLite prepares. */
export function authorize(
  action: number,
  first: string | null,
  second: string | null,
  allowWrites: boolean,
): number {
  const { SQLITE_OK, SQLITE_DENY, SQLITE_FUNCTION, SQLITE_PRAGMA } = constants
  const isAllowed =
    action === SQLITE_PRAGMA
      ? QUERY_ACTIONS.has(first?.toLowerCase() ?? '')
      : action === SQLITE_FUNCTION
        ? second?.toLowerCase() !== 'load_extension'
        : !NEVER.has(action) && (allowWrites || READ_ACTIONS.has(action))
  return isAllowed ? SQLITE_OK : SQLITE_DENY
}
