import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'

const OWNER_ALONE = 0o600

/** Prompts and answers are nobody else's. SQLite gives the files it makes beside one the mode of that. */
export function closeToOthers(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ALONE))
  for (const one of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(one)) chmodSync(one, OWNER_ALONE)
}
