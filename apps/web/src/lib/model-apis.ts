/** How a provider can be asked for a message; what is not said is chat completions. */
export const MODEL_APIS = [
  { value: 'chat', label: 'Chat completions' },
  { value: 'responses', label: 'Responses' },
] as const
