import { gzipSync } from 'node:zlib'

const BLOCK = 512
/** npm writes the same time into every package. */
const WRITTEN_AT = 499_162_500

/** Packs files as npm does, into a gzipped ustar archive with the folder `package/`. The same files give the same archive. */
export function packTarball(files: ReadonlyMap<string, string>): Buffer {
  const entries = [...files].flatMap(([path, text]) => {
    const content = Buffer.from(text)
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
    return [header(`package/${path}`, content.length), content, padding]
  })
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  block.write(path, 0)
  block.write(octal(0o644, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(WRITTEN_AT, 12), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(
    octal(
      block.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  )
  return block
}
