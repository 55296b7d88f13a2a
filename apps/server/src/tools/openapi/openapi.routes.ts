import type { OpenApiImport, OpenApiOperation, ToolDraft } from '@lathe/contract'
import { atomic } from '../../platform/db/atomic.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'
import { api, type Context } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { asItsKind, checkTool } from '../check-tool.ts'
import { toEntry } from '../to-entry.ts'
import { newRow } from '../tool-columns.ts'
import { listTools } from '../tools.store.ts'
import type { ReadOperation } from './read-operations.ts'
import { readOpenApiApart } from './read-apart.ts'
import type { OpenApiContents } from './read-openapi.ts'
import { OpenApiRefusal } from './refusal.ts'
import { secretsOf } from './secrets-of.ts'

export const openApiRoutes = {
  readOpenApi: api.tools.readOpenApi.handler(async ({ input, context, errors, signal }) => {
    if ('text' in input) return { text: input.text, ...shown(await read(context, input, signal)) }
    const fetched = await context.documents.fetch(input.url, signal)
    if (!fetched.ok) throw errors.UNREACHABLE({ data: { error: fetched.error } })
    return {
      text: fetched.text,
      ...shown(await read(context, { text: fetched.text, from: input.url }, signal)),
    }
  }),

  importOpenApi: api.tools.importOpenApi.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const drafts = toDrafts(await read(context, input, signal), input)
    const rows = drafts.map((draft) => newRow(context, draft))
    const [stored, builtIns] = await Promise.all([
      listTools(db, workspaceId),
      context.builtInTools(),
    ])
    const names = rows.map(({ name }) => name)
    const known = new Set([...stored, ...builtIns].map(({ name }) => name))
    const taken = names.filter((name, index) => known.has(name) || names.indexOf(name) < index)
    if (taken.length > 0) throw errors.NAMES_TAKEN({ data: { names: taken } })
    try {
      await atomic(
        db,
        rows.map((row) => db.insertInto('tools').values(row)),
      )
    } catch (error) {
      // Another request took the name.
      throw isUniqueViolation(error) ? errors.NAMES_TAKEN({ data: { names } }) : error
    }
    return rows.map((row) => toEntry(row))
  }),
}

/** Builds all tools or none. */
function toDrafts(contents: OpenApiContents, input: OpenApiImport): ToolDraft[] {
  const isScheme = (id: string) => contents.schemes.some((scheme) => scheme.id === id)
  const unknown = Object.keys(input.schemes).find((id) => !isScheme(id))
  if (unknown !== undefined)
    throw invalidInput(`schemes.${unknown}`, 'no such scheme in the document')
  const known = new Map(contents.operations.map((one) => [one.operation, one]))
  return input.operations.map(({ operation, name }, index) => {
    const found = known.get(operation)
    const problem = found ? found.problem : 'no such operation in the document'
    if (!found || problem !== null)
      throw invalidInput(`operations.${index}.operation`, problem ?? '')
    const draft = asItsKind(toDraft(contents, found, input, name))
    checkTool(draft)
    return draft
  })
}

function toDraft(
  { title }: OpenApiContents,
  { operation, description, effect, schema, security, request }: ReadOperation,
  { server, allowPrivate, ...secrets }: OpenApiImport,
  name: string,
): ToolDraft {
  return {
    name,
    description,
    schema,
    effect,
    config: {
      kind: 'openapi',
      document: title,
      operation,
      ...request,
      url: server.replace(/\/$/, '') + request.url,
      ...secretsOf(security, secrets),
      allowPrivate,
    },
  }
}

type Document = { text: string; from?: string }

async function read(
  { limits }: Pick<Context, 'limits'>,
  { text, from }: Document,
  signal: AbortSignal | undefined,
): Promise<OpenApiContents> {
  try {
    const options = { timeoutMs: limits.documentReadMs, signal }
    return await readOpenApiApart({ text, from }, options)
  } catch (error) {
    if (!(error instanceof OpenApiRefusal)) throw error
    throw invalidInput(['document', error.path].filter(Boolean).join('.'), error.message)
  }
}

const shown = ({ operations, ...contents }: OpenApiContents) => ({
  ...contents,
  operations: operations.map(({ request: _request, ...one }): OpenApiOperation => one),
})
