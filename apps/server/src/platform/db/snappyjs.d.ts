/** Only the decompressor of the library is declared. */
declare module 'snappyjs/snappy_decompressor.js' {
  export class SnappyDecompressor {
    constructor(compressed: Uint8Array)
    /** Call it first. Returns -1 if the length is missing. */
    readUncompressedLength(): number
    uncompressToBuffer(uncompressed: Uint8Array): boolean
  }
}
