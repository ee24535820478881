const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2'
}

/** Content type of a build's file by its ending; null for anything that is not served. */
export function assetType(path: string): string | null {
  return TYPES[path.split('.').at(-1) ?? ''] ?? null
}

/** How long a hashed file may be kept: its name changes with its content. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
