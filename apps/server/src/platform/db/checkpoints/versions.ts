import { randomUUID } from 'node:crypto'

const COUNTER_DIGITS = 8
/** All of them chance; Node draws those of many UUIDs at once. */
const RANDOM_DIGITS = 8

export const firstVersion = (): string => version(1)

/**
 * Sorts after `current`. The random part keeps two forks of one checkpoint apart: with bare numbers
 * both would name their values alike and read each other's.
 */
export const nextVersion = (current: string | number | undefined): string =>
  current === undefined ? firstVersion() : version(Number.parseInt(String(current), 10) + 1)

const version = (counter: number): string =>
  `${String(counter).padStart(COUNTER_DIGITS, '0')}.${randomUUID().slice(0, RANDOM_DIGITS)}`
