import type { OpenAPI } from '@orpc/openapi'

const text = { schema: { type: 'string' as const } }
const file = {
  required: true,
  content: {
    'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
  },
}
const dataset: OpenAPI.ParameterObject = {
  name: 'dataset',
  in: 'path',
  required: true,
  description: 'Id or name.',
  schema: { type: 'string' },
}

const shared = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})

/** Files are sent and answered as they are, which no procedure of the contract does. */
export function withFiles(document: OpenAPI.Document): OpenAPI.Document {
  const tags = ['datasets']
  const plan: OpenAPI.ParameterObject = {
    name: 'plan',
    in: 'query',
    required: true,
    content: shared('ImportPlan'),
  }
  const { 200: _made, ...refused } =
    document.paths?.['/datasets/{dataset}/examples']?.get?.responses ?? {}
  document.paths = {
    ...document.paths,
    '/traces/import': {
      post: {
        operationId: 'traces.import',
        summary: 'Import a trace file: an export of Lathe or LangSmith, or OTLP JSON',
        description:
          'JSON lines, one JSON text or Parquet; as it is, or packed by gzip or zstd. What is good is kept, whatever stands beside it, and the same file may come again.',
        tags: ['traces'],
        parameters: [
          {
            name: 'project',
            in: 'query',
            description: 'Where traces go that name no project.',
            schema: { type: 'string' },
          },
        ],
        requestBody: file,
        responses: {
          ...refused,
          200: { description: 'What became of it', content: shared('TraceImportReport') },
          422: { description: 'Nothing in it can be taken' },
        },
      },
    },
    '/transcriptions': {
      post: {
        operationId: 'tools.transcribe',
        summary: 'Transcribe an audio recording',
        description:
          'By the connection and the model in the settings of the tool `transcribe`. Nothing is kept of it.',
        tags: ['tools'],
        requestBody: {
          required: true,
          content: { 'audio/*': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          ...refused,
          200: { description: 'What was said', content: shared('Transcription') },
          502: { description: 'The provider did not answer as expected' },
        },
      },
    },
    '/datasets/preview': {
      post: {
        operationId: 'datasets.preview',
        summary: 'Preview a CSV, JSON or JSONL import without storing it',
        tags,
        parameters: [
          {
            name: 'hasHeader',
            in: 'query',
            description: 'Of a CSV file: whether its first line names the columns.',
            schema: { type: 'boolean', default: true },
          },
          {
            name: 'encoding',
            in: 'query',
            description: 'Such as `windows-1252`; without it, as it seems.',
            schema: { type: 'string' },
          },
          {
            name: 'dataset',
            in: 'query',
            description:
              'Id or name of the dataset the file is for; the answer then shows where column types would change.',
            schema: { type: 'string' },
          },
        ],
        requestBody: file,
        responses: {
          ...refused,
          200: { description: 'What it seems to be', content: shared('ImportPreview') },
        },
      },
    },
    '/datasets/{dataset}/import': {
      post: {
        operationId: 'datasets.import',
        summary: 'Import a file as a new version, all rows or none',
        description:
          'Who accepts `application/x-ndjson` alone hears meanwhile how far it is, a line `{"rows": 2000}` for so many taken; the last line is `{"report": …}` or `{"error": …}`.',
        tags,
        parameters: [dataset, plan],
        requestBody: file,
        responses: {
          ...refused,
          200: { description: 'What became of its rows', content: shared('ImportReport') },
        },
      },
    },
    '/datasets/{dataset}/export': {
      get: {
        operationId: 'datasets.export',
        summary: 'Export a version as a file',
        tags,
        parameters: [
          dataset,
          { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv', 'jsonl'] } },
          { name: 'version', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'split', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          ...refused,
          200: {
            description: 'The file',
            content: { 'text/csv': text, 'application/x-ndjson': text },
          },
        },
      },
    },
  }
  return document
}
