const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  mp4: 'video/mp4',
  woff2: 'font/woff2'
}

/** Content type of a build file by extension; null for anything that isn't served. */
export function assetType(path: string): string | null {
  return TYPES[path.split('.').at(-1) ?? ''] ?? null
}

/** How long a hashed file may be cached: its name changes with its content. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
