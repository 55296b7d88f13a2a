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

/** Adds the routes that send or receive raw files, which are not in the contract. */
export function withFiles(document: OpenAPI.Document): OpenAPI.Document {
  const tags = ['datasets']
  const plan: OpenAPI.ParameterObject = {
    name: 'plan',
    in: 'query',
    required: true,
    content: shared('ImportPlan'),
  }
  const { 200: _ok, ...errorResponses } =
    document.paths?.['/datasets/{dataset}/examples']?.get?.responses ?? {}
  document.paths = {
    ...document.paths,
    '/traces/import': {
      post: {
        operationId: 'traces.import',
        summary: 'Import a trace file: an export of Lathe or LangSmith, or OTLP JSON',
        description:
          'JSON Lines, JSON or Parquet, optionally compressed with gzip or zstd. Valid traces are imported even if others are invalid. Importing a file again changes nothing.',
        tags: ['traces'],
        parameters: [
          {
            name: 'project',
            in: 'query',
            description: 'Project of traces that do not name one.',
            schema: { type: 'string' },
          },
        ],
        requestBody: file,
        responses: {
          ...errorResponses,
          200: { description: 'Import report', content: shared('TraceImportReport') },
          422: { description: 'The file contains no valid trace' },
        },
      },
    },
    '/transcriptions': {
      post: {
        operationId: 'tools.transcribe',
        summary: 'Transcribe an audio recording',
        description:
          'Uses the connection and model from the settings of the tool `transcribe`. The recording is not stored.',
        tags: ['tools'],
        requestBody: {
          required: true,
          content: { 'audio/*': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          ...errorResponses,
          200: { description: 'Transcription', content: shared('Transcription') },
          502: { description: 'The provider returned an unexpected response' },
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
            description: 'CSV only: whether the first line contains the column names.',
            schema: { type: 'boolean', default: true },
          },
          {
            name: 'encoding',
            in: 'query',
            description: 'For example `windows-1252`. Detected by default.',
            schema: { type: 'string' },
          },
          {
            name: 'dataset',
            in: 'query',
            description:
              'Id or name of the target dataset. The response then shows which column types would change.',
            schema: { type: 'string' },
          },
        ],
        requestBody: file,
        responses: {
          ...errorResponses,
          200: { description: 'Detected format and preview', content: shared('ImportPreview') },
        },
      },
    },
    '/datasets/{dataset}/import': {
      post: {
        operationId: 'datasets.import',
        summary: 'Import a file as a new version, all rows or none',
        description:
          'With `Accept: application/x-ndjson`, the response reports progress: lines `{"rows": 2000}` with the number of processed rows, then `{"report": …}` or `{"error": …}`.',
        tags,
        parameters: [dataset, plan],
        requestBody: file,
        responses: {
          ...errorResponses,
          200: { description: 'Import report', content: shared('ImportReport') },
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
          ...errorResponses,
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
