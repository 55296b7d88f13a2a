/** The halves of the library that write where they are told. */
declare module 'snappyjs/snappy_compressor.js' {
  export class SnappyCompressor {
    constructor(uncompressed: Uint8Array)
    maxCompressedLength(): number
    /** Gives the length of what it wrote. */
    compressToBuffer(compressed: Uint8Array): number
  }
}

declare module 'snappyjs/snappy_decompressor.js' {
  export class SnappyDecompressor {
    constructor(compressed: Uint8Array)
    /** To be called first; -1 when there is none. */
    readUncompressedLength(): number
    uncompressToBuffer(uncompressed: Uint8Array): boolean
  }
}
