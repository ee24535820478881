import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { fail, UsageError } from './operator/usage-error.ts'

// `npm run clips`: draws the landers' films frame by frame and encodes them with ffmpeg (Debian's package). Only needed to change them.

const FOLDER = join(import.meta.dirname, '../client/landing/clips')

const W = 640
const H = 400
/** Frames per second. */
const RATE = 20
const TAU = 2 * Math.PI
/** A scene at a time from 0 to 1, as SVG: at 1 it is back at its beginning. */
type Scene = (t: number) => string

const wave = (t: number, k = 1, p = 0) => Math.sin(TAU * (t * k + p))
/** A window at night over a city: the moon, drifting clouds, pulsing lights, a flickering candle. */
function evening(t: number): string {
  const cloud = (x: number, y: number, s: number, o: number) => {
    const d = ((x + t * 760) % 760) - 60
    return `<g transform="translate(${d} ${y}) scale(${s})" opacity="${o}"><ellipse cx="0" cy="0" rx="70" ry="14" fill="#6b4a78"/><ellipse cx="34" cy="-9" rx="46" ry="14" fill="#6b4a78"/></g>`
  }
  const lights = [
    [90, 300],
    [118, 318],
    [150, 288],
    [196, 312],
    [230, 296],
    [262, 322],
    [330, 306],
    [362, 290],
    [398, 316],
    [440, 300],
    [476, 322],
    [520, 294],
    [548, 312]
  ]
    .map(
      ([x, y], i) =>
        `<rect x="${x}" y="${y}" width="9" height="12" rx="1" fill="#ffd479" opacity="${(0.55 + 0.4 * wave(t, 1 + (i % 3), i / 7)).toFixed(3)}"/>`
    )
    .join('')
  const f = wave(t, 6) * 3 + wave(t, 11, 0.2) * 2
  return `<rect width="${W}" height="${H}" fill="#221433"/><rect width="${W}" height="${H}" fill="url(#sky)"/>
  <circle cx="470" cy="92" r="36" fill="#fff1cf"/><circle cx="470" cy="92" r="60" fill="#fff1cf" opacity=".12"/>
  ${cloud(60, 70, 1, 0.55)}${cloud(330, 120, 1.3, 0.4)}${cloud(560, 48, 0.8, 0.5)}
  <path d="M0 330V290h50v-24h46v34h40v-50h44v60h50v-36h40v30h36v-54h50v48h44v-30h40v44h50v-60h44v50h46v-24h60v94z" fill="#38214d"/>
  <path d="M0 400v-92h70v20h60v-30h60v40h70v-20h50v30h60v-44h60v34h70v-26h70v40h70v48z" fill="#1a0f27"/>${lights}
  <path d="M0 0h640v400H0zM28 24v336h584V24z" fill="#120a1c" fill-rule="evenodd"/><path d="M314 24h12v336h-12zM28 180h584v10H28z" fill="#120a1c"/>
  <rect x="150" y="300" width="34" height="70" rx="4" fill="#f3e6d8"/><ellipse cx="167" cy="284" rx="46" ry="40" fill="#ffb84d" opacity="${(0.2 + 0.03 * wave(t, 6)).toFixed(3)}"/>
  <path d="M167 ${258 + f}c14 20 12 36 0 42-12-6-14-22 0-42z" transform="rotate(${wave(t, 3) * 4} 167 300)" fill="#ffc861"/><path d="M167 ${276 + f * 0.6}c6 10 5 18 0 22-5-4-6-12 0-22z" fill="#fff3d6"/>`
}
const SCENES: readonly Scene[] = [
  // Two steaming cups.
  (
    t
  ) => `<rect width="${W}" height="${H}" fill="#f4ded2"/><circle cx="320" cy="200" r="170" fill="#eec9b8"/><rect x="80" y="290" width="480" height="14" rx="7" fill="#8c4a4f"/>
  ${[230, 410].map((x, i) => `<path d="M${x - 56} 200h112v46a44 44 0 0 1-44 44h-24a44 44 0 0 1-44-44z" fill="${i ? '#c2185b' : '#f0a63c'}"/><path d="M${x + 56} 214a22 22 0 0 1 0 44" fill="none" stroke="${i ? '#c2185b' : '#f0a63c'}" stroke-width="11"/>${[-20, 8].map((d, j) => `<path d="M${x + d} 180c${10 * wave(t, 2, j / 3 + i / 5)} -18 ${-12 * wave(t, 2, j / 3)} -30 0 -52" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".75"/>`).join('')}`).join('')}`,
  // A sea with a boat.
  (
    t
  ) => `<rect width="${W}" height="${H}" fill="#20395c"/><circle cx="470" cy="110" r="44" fill="#ffe3a8"/><g transform="translate(${300 + 26 * wave(t)} ${228 + 5 * wave(t, 2)}) rotate(${3 * wave(t, 2, 0.2)})"><path d="M-70 0h140l-24 34h-92z" fill="#f2d7c4"/><path d="M-4-8v-110l66 100z" fill="#fff"/><path d="M-12-8v-84l-46 76z" fill="#f3b7a5"/></g>
  ${[0, 1, 2].map((k) => `<path d="M-80 ${262 + k * 40}${Array.from({ length: 9 }, () => 'q40 -16 80 0t80 0').join('')}V420H-80z" transform="translate(${(k % 2 ? -1 : 1) * 80 * wave(t, 1, k / 4)} 0)" fill="${['#2f5f8c', '#27507a', '#1d3f63'][k]}"/>`).join('')}`,
  // Two balloons.
  (
    t
  ) => `<rect width="${W}" height="${H}" fill="#dfe9e4"/><path d="M0 330c120-60 240-40 340-10s200 30 300-30v110H0z" fill="#9dbcae"/><path d="M0 370c160-40 300 0 640-30v60H0z" fill="#7da392"/>
  ${(
    [
      [220, 150, '#c2185b', 0],
      [420, 190, '#f0a63c', 0.3]
    ] as const
  )
    .map(
      ([x, y, c, p]) =>
        `<g transform="translate(${x + 10 * wave(t, 1, p)} ${y + 16 * wave(t, 1, p + 0.25)})"><path d="M0-84c54 0 78 40 78 74 0 40-44 62-56 84h-44c-12-22-56-44-56-84 0-34 24-74 78-74z" fill="${c}"/><path d="M0-84c22 0 30 40 30 74 0 40-14 62-18 84h-24c-4-22-18-44-18-84 0-34 8-74 30-74z" fill="#fff" opacity=".28"/><path d="M-16 82 -12 100M16 82 12 100" stroke="#6b4438" stroke-width="3"/><rect x="-15" y="100" width="30" height="22" rx="5" fill="#8c5a45"/></g>`
    )
    .join('')}`
]

/** The scenes one after another, each opening out of the one before. */
function transitions(t: number): string {
  const count = SCENES.length
  const at = t * count
  const shown = Math.floor(at) % count
  const part = at - Math.floor(at)
  const open = part < 0.75 ? 0 : (1 - Math.cos((Math.PI * (part - 0.75)) / 0.25)) / 2
  const radius = (Math.hypot(W, H) / 2) * open
  return (
    SCENES[shown]!(t) +
    (open > 0
      ? `<defs><clipPath id="c"><circle cx="320" cy="200" r="${radius}"/></clipPath></defs><g clip-path="url(#c)">${SCENES[(shown + 1) % count]!(t)}</g>`
      : '')
  )
}
const DEFS =
  '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a2160"/><stop offset="1" stop-color="#a04a6a"/></linearGradient></defs>'

async function makeClip(name: string, scene: Scene, seconds: number): Promise<void> {
  const frames = await mkdtemp(join(tmpdir(), 'tether-clip-'))
  try {
    const count = seconds * RATE
    const draw = (index: number) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}">${DEFS}${scene(index / count)}</svg>`
        )
      )
    for (let index = 0; index < count; index++)
      await draw(index)
        .png({ compressionLevel: 1 })
        .toFile(join(frames, `${String(index).padStart(4, '0')}.png`))
    await draw(0)
      .webp({ quality: 78 })
      .toFile(join(FOLDER, `${name}.webp`))
    const input = ['-v', 'error', '-y', '-framerate', String(RATE), '-i', join(frames, '%04d.png')]
    const output = [
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '28',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      '-an',
      join(FOLDER, `${name}.mp4`)
    ]
    const { status } = spawnSync('ffmpeg', [...input, ...output], { stdio: 'inherit' })
    if (status !== 0) throw new UsageError('ffmpeg did not encode the film. Install it: apt-get install ffmpeg')
  } finally {
    await rm(frames, { recursive: true })
  }
}

await makeClip('evening', evening, 8)
  .then(() => makeClip('scenes', transitions, 9))
  .catch(fail)
