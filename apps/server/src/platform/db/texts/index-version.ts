import { closeSync, openSync, readSync } from 'node:fs'

/** Of how words are told apart: a file of another is filled anew. */
export const INDEX_VERSION = 3

/** As SQLite's files have `user_version` in their header. */
const PLACE = 60

/** Without SQLite, which no thread but one touches the file with: what the log holds it does not tell. */
export function hasIndexVersion(file: string): boolean {
  const version = Buffer.alloc(4)
  try {
    const descriptor = openSync(file, 'r')
    try {
      readSync(descriptor, version, 0, version.length, PLACE)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
  return version.readUInt32BE() === INDEX_VERSION
}
