import { Port } from '@lathe/contract'
import type * as z from 'zod'
import { titleToId } from '../../retitle.ts'

const OWN = ['error', 'timeout']

/** A port name that is neither used nor reserved. */
export const portName = (usedNames: readonly string[]): z.ZodType<string> =>
  Port.refine((name) => !usedNames.includes(name), 'a unique name').refine(
    (name) => !OWN.includes(name),
    'another name: error and timeout are reserved',
  )

export function freePort(usedNames: readonly string[], stem: string): string {
  let count = usedNames.length
  while (usedNames.includes(`${stem}-${count}`)) count += 1
  return `${stem}-${count}`
}

/** True if the port is a default name or was derived from the label. */
export const isDerivedPort = (port: string, label: string | undefined, stem: string): boolean => {
  const name = port.replace(/-\d+$/, '')
  return name === stem || (label !== undefined && name === titleToId(label))
}

/** Derives a free port name from a label. */
export function derivePort(label: string, usedNames: readonly string[]): string | undefined {
  const port = titleToId(label)
  return portName(usedNames).safeParse(port).data
}
