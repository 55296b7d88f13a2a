import { randomUUID } from 'node:crypto'

const COUNTER_DIGITS = 8
/** Random digits of a UUID: Node generates many UUIDs at once. */
const RANDOM_DIGITS = 8

export const firstVersion = (): string => version(1)

/**
 * Returns a version that sorts after `current`. The random part separates two forks of one
 * checkpoint: with plain numbers both would use the same versions and read each other's values.
 */
export const nextVersion = (current: string | number | undefined): string =>
  current === undefined ? firstVersion() : version(Number.parseInt(String(current), 10) + 1)

const version = (counter: number): string =>
  `${String(counter).padStart(COUNTER_DIGITS, '0')}.${randomUUID().slice(0, RANDOM_DIGITS)}`
