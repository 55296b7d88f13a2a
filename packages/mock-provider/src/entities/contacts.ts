const EMAIL =
  /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5}\.\p{L}{2,24}/gu
const URL_TEXT = /\bhttps?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/g
const PHONE =
  /(?<![\w-])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{1,4}\)[\s.-]?)?\d{2,4}(?:[\s.-]\d{2,4}){1,4}(?![\w-])/g
const STREET =
  /\b\d{1,5}[a-z]?\s+(?:[A-Z][\p{L}'.-]*\s+){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Square|Way|Place|Court|Terrace)\b\.?(?:, *[A-Z\d][\p{L}\d '-]+){0,3}/gu

export function emails(text: string): string[] {
  return text.match(EMAIL) ?? []
}

export function urls(text: string): string[] {
  return text.match(URL_TEXT) ?? []
}

export function phones(text: string): string[] {
  return (text.match(PHONE) ?? []).filter((candidate) => {
    const digits = candidate.replaceAll(/\D/g, '')
    return digits.length >= 7 && digits.length <= 15 && !/^\d{4}-\d{2}-\d{2}$/.test(candidate)
  })
}

export function addresses(text: string): string[] {
  return (text.match(STREET) ?? []).map((address) => address.trim())
}
