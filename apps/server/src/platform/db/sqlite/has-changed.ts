import type { Reply, Statement } from './protocol.ts'

const CHANGES_ROWS = /^\s*(insert|update|delete)\b/i

/**
 * Whether a write changed rows and so needs a sync. A poll for work that finds none is a write,
 * too.
 */
export const hasChanged = (
  statements: readonly Pick<Statement, 'sql'>[],
  reply: Reply | undefined,
): boolean =>
  reply !== undefined &&
  'results' in reply &&
  statements.some(({ sql }, at) => !CHANGES_ROWS.test(sql) || reply.results[at]?.changes !== 0)
