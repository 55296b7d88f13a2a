/** The reason a document is rejected, with the path of the invalid part. */
export class OpenApiRefusal extends Error {
  override readonly name = 'OpenApiRefusal'
  /** Dotted path of keys. Empty for the document. */
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}
