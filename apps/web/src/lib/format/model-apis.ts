/** API formats of a provider. The default is chat completions. */
export const MODEL_APIS = [
  { value: 'chat', label: 'Chat completions' },
  { value: 'responses', label: 'Responses' },
] as const
