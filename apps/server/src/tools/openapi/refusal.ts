/** Why a document cannot be used, and where in it. */
export class OpenApiRefusal extends Error {
  override readonly name = 'OpenApiRefusal'
  /** Dotted path of keys; empty for the whole. */
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}
