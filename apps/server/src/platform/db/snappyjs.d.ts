/** The half of the library that reads. */
declare module 'snappyjs/snappy_decompressor.js' {
  export class SnappyDecompressor {
    constructor(compressed: Uint8Array)
    /** To be called first; -1 when there is none. */
    readUncompressedLength(): number
    uncompressToBuffer(uncompressed: Uint8Array): boolean
  }
}
