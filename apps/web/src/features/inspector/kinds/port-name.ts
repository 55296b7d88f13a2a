import { Port } from '@lathe/contract'
import type * as z from 'zod'

const OWN = ['error', 'timeout']

/** A port that is none of the others and none of the product's own. */
export const portName = (others: readonly string[]): z.ZodType<string> =>
  Port.refine((name) => !others.includes(name), 'a name of its own').refine(
    (name) => !OWN.includes(name),
    'another name: error and timeout have their own meaning',
  )

export function freePort(others: readonly string[], stem: string): string {
  let count = others.length
  while (others.includes(`${stem}-${count}`)) count += 1
  return `${stem}-${count}`
}
