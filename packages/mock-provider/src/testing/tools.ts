type FunctionTool = {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown> }
}

export function functionTool(
  name: string,
  description: string,
  properties: Record<string, object>,
  required: string[] = Object.keys(properties),
): FunctionTool {
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: { type: 'object', properties, required, additionalProperties: false },
    },
  }
}

/** The kinds of tools an assistant usually has. */
export const TOOLS = [
  functionTool('calculator', 'Evaluate an arithmetic expression', {
    expression: { type: 'string' },
  }),
  functionTool('current_time', 'The current date and time', { timezone: { type: 'string' } }, []),
  functionTool(
    'knowledge_lookup',
    'Search the knowledge base',
    { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
    ['query'],
  ),
  functionTool('http_get', 'GET a URL and return its body', { url: { type: 'string' } }),
]
