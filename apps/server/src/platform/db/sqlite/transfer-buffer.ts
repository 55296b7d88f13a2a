const encoder = new TextEncoder()

/**
 * Collects the bytes of one message, to copy them once and transfer them. Cloning would copy them
 * twice, each with its whole buffer.
 */
export class TransferBuffer {
  readonly #bytes: Uint8Array<ArrayBuffer>
  #filled = 0

  constructor(size: number) {
    this.#bytes = new Uint8Array(size)
  }

  /** Joins the pieces. */
  addAll(pieces: readonly (Uint8Array | string)[]): Uint8Array {
    const start = this.#filled
    for (const piece of pieces) this.add(piece)
    return this.#bytes.subarray(start, this.#filled)
  }

  add(bytes: Uint8Array | string): Uint8Array {
    const start = this.#filled
    if (typeof bytes === 'string')
      this.#filled += encoder.encodeInto(bytes, this.#bytes.subarray(start)).written
    else {
      this.#filled += bytes.length
      this.#bytes.set(bytes, start)
    }
    return this.#bytes.subarray(start, this.#filled)
  }

  get transfer(): ArrayBuffer[] {
    return this.#bytes.length === 0 ? [] : [this.#bytes.buffer]
  }
}
