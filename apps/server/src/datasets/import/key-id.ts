import { hash } from 'node:crypto'
import { v5 } from 'uuid'

/** What neighbours in a file differ by, where its keys are counted through. */
const LAST_DIGITS = /\d{1,3}(?=\D*$)/

/**
 * Makes ids of the keys of a file: the same of the same key each time. `isNear`: those of keys that differ by
 * their last digits lie beside each other, for a place of its own in the index for each of a million rows makes
 * writing them slow.
 */
export function keyIds(datasetId: string, isNear: boolean): (key: string) => string {
  if (!isNear) return (key) => v5(key, datasetId)
  let last: { stem: string; place: string } | undefined
  return (key) => {
    const stem = key.replace(LAST_DIGITS, '')
    if (last?.stem !== stem) last = { stem, place: hash('sha256', `${datasetId} ${stem}`, 'hex') }
    const { place } = last
    const own = hash('sha256', `${datasetId}/${key}`, 'hex')
    return [
      place.slice(0, 8),
      place.slice(8, 12),
      `8${own.slice(0, 3)}`,
      `8${own.slice(3, 6)}`,
      own.slice(6, 18),
    ].join('-')
  }
}
