import { closeSync, openSync, readSync } from 'node:fs'

/** The version of the tokenizer. An index of another version is rebuilt. */
export const INDEX_VERSION = 3

/** Offset of `user_version` in the header of an SQLite file. */
const OFFSET = 60

/** Reads the header without SQLite, because only the index thread opens the file. Ignores what is only in the log. */
export function hasIndexVersion(file: string): boolean {
  const version = Buffer.alloc(4)
  try {
    const descriptor = openSync(file, 'r')
    try {
      readSync(descriptor, version, 0, version.length, OFFSET)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
  return version.readUInt32BE() === INDEX_VERSION
}
