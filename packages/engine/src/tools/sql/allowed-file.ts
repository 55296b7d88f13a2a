import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { LatheError } from '../../errors/lathe-error.ts'

/** Resolves a file, following links. Throws unless the operator allows SQL tools to open it. */
export async function allowedFile(file: string, roots: readonly string[]): Promise<string> {
  const [home = '.'] = roots
  const found = await realpath(resolve(home, file)).catch(() => undefined)
  const open = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)))
  const isInside = open.some(
    (root) => root !== undefined && (found === root || found?.startsWith(root + sep)),
  )
  if (found !== undefined && isInside && (await stat(found)).isFile()) return found
  throw new LatheError('TOOL_ERROR', `There is no database \`${file}\` that SQL tools may open`, {
    hint: `The operator puts it in ${home}, or names its file or folder in LATHE_SQL_FILES.`,
  })
}
