/** Of a span that only log records have spoken of nobody knows what it is called. */
export const nameOfSpan = ({ name }: { name: string }): string => name || 'not received yet'
