export type ApiErrorBody = {
  message: string
  type: string
  param: string | null
  code: string | null
}

type ApiErrorInit = {
  message: string
  type?: string
  param?: string | null
  code?: string | null
  headers?: Readonly<Record<string, string>>
}

/** An error in OpenAI's own shape: `{ error: { message, type, param, code } }`. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ApiErrorBody
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, init: ApiErrorInit) {
    super(init.message)
    this.name = 'ApiError'
    this.status = status
    this.body = {
      message: init.message,
      type: init.type ?? 'invalid_request_error',
      param: init.param ?? null,
      code: init.code ?? null,
    }
    this.headers = init.headers ?? {}
  }
}

export function badRequest(message: string, param: string, code: string | null = null): ApiError {
  return new ApiError(400, { message, param, code })
}

export function modelNotFound(model: string): ApiError {
  return new ApiError(404, {
    message: `The model '${model}' does not exist or you do not have access to it.`,
    code: 'model_not_found',
  })
}

export function keyRefused(key: string): ApiError {
  return new ApiError(401, {
    message: `Incorrect API key provided: ${key}. The mock provider accepts any other key.`,
    code: 'invalid_api_key',
  })
}
