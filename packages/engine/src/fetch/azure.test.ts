import { afterEach, expect, test } from 'vitest'
import { createChatModel, createEmbeddings } from '../models/load-models.ts'
import { listModels } from '../models/connection.ts'
import { startServer } from '../testing/http-server.ts'
import { connectionTo, quickAccess } from '../testing/model-access.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

/**
 * Answers like an Azure resource: only with its key header and API version, at the path of a
 * deployment.
 */
async function resource() {
  const server = await startServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://azure')
    const refuse = (status: number, message: string) => {
      response.statusCode = status
      response.end(JSON.stringify({ error: { code: String(status), message } }))
    }
    if (request.headers['api-key'] !== 'sk-canary') return refuse(401, 'Access denied')
    if (searchParams.get('api-version') !== '2024-10-21') return refuse(404, 'Resource not found')
    switch (pathname) {
      case '/openai/deployments/my%20gpt/chat/completions': {
        const message = { role: 'assistant', content: 'Hello from Azure' }
        const choices = [{ index: 0, message, finish_reason: 'stop' }]
        return void response.end(JSON.stringify({ id: '1', model: 'gpt-4o', choices }))
      }
      case '/openai/deployments/vectors/embeddings':
        return void response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 2] }] }))
      case '/openai/models':
        return void response.end(JSON.stringify({ data: [{ id: 'gpt-4o' }] }))
      default:
        return refuse(404, 'DeploymentNotFound')
    }
  })
  closing.push(() => server.close())
  const connection = connectionTo(server.url, {
    kind: 'azure-openai',
    apiVersion: '2024-10-21',
    baseUrl: server.url,
  })
  return { server, connection, access: quickAccess() }
}

test('a chat request reaches a deployment of Azure OpenAI', async () => {
  const { connection, access, server } = await resource()
  const settings = { connection: 'azure', name: 'my gpt' }
  const model = await createChatModel({
    connection,
    settings,
    fetch: access.outside(),
    retry: access.retry,
  })

  expect((await model.invoke('Hi')).text).toBe('Hello from Azure')
  expect(server.seen[0]?.headers.authorization).toBeUndefined()
})

test('a deployment of Azure OpenAI embeds texts, and its resource lists models', async () => {
  const { connection, access } = await resource()
  const fetch = access.outside()
  const embeddings = await createEmbeddings({ connection, model: 'vectors', fetch })

  expect(await embeddings.embedQuery('Hi')).toEqual([1, 2])
  expect(await listModels(connection, access.direct)).toEqual([{ id: 'gpt-4o', ownedBy: null }])
})

test('a base URL that ends in /openai is used unchanged', async () => {
  const { connection, access } = await resource()
  const whole = { ...connection, baseUrl: `${connection.baseUrl}/openai/` }

  expect(await listModels(whole, access.direct)).toHaveLength(1)
})
