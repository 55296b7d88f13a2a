import type { HttpToolConfig, OpenApiToolConfig } from '@lathe/contract'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { retry } from '../../fetch/retry.ts'
import { withoutSecrets } from '../../fetch/without-secrets.ts'
import type { ToolDefinition } from '../definition.ts'
import { buildRequest } from './build-request.ts'
import { grantOf } from '../../egress/grants.ts'
import { readAnswer } from './read-answer.ts'
import type { StoredTool } from './stored-tool.ts'
import type { Workshop } from './define-tool.ts'

/** A request to one host, through the egress broker. */
export function httpTool(
  tool: StoredTool,
  config: HttpToolConfig | OpenApiToolConfig,
  { egress, allow, limits }: Workshop,
): ToolDefinition {
  const { name, description, schema, effect } = tool
  const fetch = egress.fetch({
    allow: config.allowPrivate ? [...allow, grantOf(config.url)] : allow,
    hint: `An owner can let the tool ${name} reach private addresses under Tools, or name the host in LATHE_ALLOW_HOSTS.`,
  })
  return {
    name,
    description,
    schema,
    effect,
    async run(args, { signal }) {
      const secrets = tool.secrets()
      const hidden = [...Object.values(secrets.headers), ...Object.values(secrets.query)]
      const { url, init } = buildRequest(config, schema, args, secrets)
      const attempt = async () => {
        const response = await fetch(url, { ...init, signal, maxBytes: limits.toolResponseBytes })
        return readAnswer(withoutSecrets(response, hidden), {
          tool: name,
          isRepeatable: effect !== 'write',
          maxBytes: limits.toolResponseBytes,
        })
      }
      const where = { id: '', name: '', baseUrl: url.origin }
      return retry(attempt, {
        retries: limits.toolRetries,
        maxBackoffMs: limits.providerMaxBackoffMs,
        maxRetryAfterMs: 20_000,
        signal,
        onRetry: () => {},
        asError: (error) => toLatheError(error, { connection: where }),
        canRetry: (error) => effect !== 'write' || error.status !== undefined,
      })
    },
  }
}
