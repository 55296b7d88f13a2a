import { Port } from '@lathe/contract'
import type * as z from 'zod'
import { titleToId } from '../../retitle.ts'

const OWN = ['error', 'timeout']

/** A port that is none of the others and none of the product's own. */
export const portName = (usedNames: readonly string[]): z.ZodType<string> =>
  Port.refine((name) => !usedNames.includes(name), 'a name of its own').refine(
    (name) => !OWN.includes(name),
    'another name: error and timeout have their own meaning',
  )

export function freePort(usedNames: readonly string[], stem: string): string {
  let count = usedNames.length
  while (usedNames.includes(`${stem}-${count}`)) count += 1
  return `${stem}-${count}`
}

/** Nobody chose this port: it is the stem's or was made from the label. */
export const isDerivedPort = (port: string, label: string | undefined, stem: string): boolean => {
  const name = port.replace(/-\d+$/, '')
  return name === stem || (label !== undefined && name === titleToId(label))
}

/** The port a label asks for, as far as it is free. */
export function derivePort(label: string, usedNames: readonly string[]): string | undefined {
  const port = titleToId(label)
  return portName(usedNames).safeParse(port).data
}
