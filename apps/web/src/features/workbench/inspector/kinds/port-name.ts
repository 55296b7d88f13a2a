import { Port } from '@lathe/contract'
import type * as z from 'zod'
import { idOf } from '../../retitle.ts'

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

/** Nobody chose this port: it is the stem's or was made from the label. */
export const isDerivedPort = (port: string, label: string | undefined, stem: string): boolean => {
  const name = port.replace(/-\d+$/, '')
  return name === stem || (label !== undefined && name === idOf(label))
}

/** The port a label asks for, as far as it is free. */
export function portOf(label: string, others: readonly string[]): string | undefined {
  const port = idOf(label)
  return portName(others).safeParse(port).data
}
