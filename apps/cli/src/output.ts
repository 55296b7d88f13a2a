import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CliError } from './cli-error.ts'
import type { Context } from './context.ts'

export type OutputOptions = { output?: string; force?: true }

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Prints an export, or writes it to a file and prints the path. An incomplete file is removed. */
export async function saveOutput(
  context: Context,
  chunks: Chunks,
  { output, force }: OutputOptions,
): Promise<void> {
  if (output === undefined) {
    const decoder = new TextDecoder()
    for await (const chunk of chunks) context.out(decoder.decode(chunk, { stream: true }))
    return
  }
  const path = resolve(output)
  const file = createWriteStream(path, { flags: force ? 'w' : 'wx' })
  try {
    await pipeline(chunks, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw unwritable(`${path} already exists`)
    if (file.pending) throw unwritable(`${path} cannot be written`)
    await rm(path, { force: true })
    throw error
  }
  context.out(`${path}\n`)
}

export const saveText = async (context: Context, text: string, options: OutputOptions) =>
  await saveOutput(context, [Buffer.from(text)], options)

const unwritable = (message: string) =>
  new CliError(message, { hint: 'Choose another file, or add --force.', exitCode: 2 })
