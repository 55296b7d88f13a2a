const encoder = new TextEncoder()

/**
 * The bytes of one message. They are copied here once and handed over: cloned, they would be copied twice, and with
 * each of them all the memory it lies in.
 */
export class Parcel {
  readonly #bytes: Uint8Array<ArrayBuffer>
  #filled = 0

  constructor(size: number) {
    this.#bytes = new Uint8Array(size)
  }

  /** Joins the pieces. */
  takeAll(pieces: readonly (Uint8Array | string)[]): Uint8Array {
    const start = this.#filled
    for (const piece of pieces) this.take(piece)
    return this.#bytes.subarray(start, this.#filled)
  }

  take(bytes: Uint8Array | string): Uint8Array {
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
