/** The pictures printed by make-starter-media.ts: stacks of plates, from the bottom up. */
import {
  bell,
  bold,
  burst,
  capsule,
  capsuleLines,
  circle,
  clip,
  group,
  ink,
  limb,
  line,
  linear,
} from "./starter-shapes.ts"
import {
  path,
  polar,
  radial,
  random,
  rays,
  record,
  rect,
  ring,
  ropes,
  times,
  torn,
  woofer,
} from "./starter-shapes.ts"
import type { Plate, Scene } from "./starter-shapes.ts"

const BLACK = "#0e0c0b"
const PAPER = "#efe6d3"
const RED = "#b3121d"
const GOLD = "#c9992e"
const DEEP = "#6f0a12"

const scene = (ground: string, ...plates: Plate[]): Scene => ({ ground, width: 1600, height: 900, plates })
const gallery = (ground: string, ...plates: Plate[]): Scene => ({ ground, width: 1600, height: 1067, plates })

/** Last plate of every picture: specks and scratches where the ink has come off. */
export function wear({ ground, width, height }: Scene): Plate {
  const rnd = random(width + height)
  const speck = () => circle(rnd() * width, rnd() * height, 1.5 + rnd() * rnd() * 4)
  const scratch = () => {
    const [x, y, a, length] = [rnd() * width, rnd() * height, rnd() * 6.3, 14 + rnd() * 50]
    return line(`M${x.toFixed(1)} ${y.toFixed(1)}L${polar(x, y, length, a)}`, 2)
  }
  return ink(ground === PAPER ? "#d9cdb4" : PAPER)`${times(26, speck)}${times(5, scratch)}`
}

function microphone(): Scene {
  const pose = "rotate(40 1040 350)"
  const body = "M830 690L1250 690L1170 1700L910 1700Z"
  const collar = "M806 640L1274 640L1250 724L830 724Z"
  const mesh = times(12, (i) => `M${640 + i * 76} -100V900M600 ${-60 + i * 76}H1500`)
  return scene(
    RED,
    ink(DEEP, { cell: 44 })`${radial("g", [1040, 350, 1000], 1, 1, 0.6, 0)}
      ${path(rays(1040, 350, 16), "url(#g)")}`,
    ink(BLACK, { dx: -70, dy: 58 })`<g transform="${pose}">${circle(1040, 350, 318)}${path(body)}</g>`,
    ink(PAPER)`<g transform="${pose}">${circle(1040, 350, 318)}${path(body)}</g>`,
    ink(BLACK, { cell: 30, dx: 7, dy: 5 })`${radial("b", [930, 240, 500], 0, 0, 0.35, 0.95)}
      ${linear("s", [830, 0, 1250, 0], 1, 1, 0.1, 0.6, 1)}
      ${clip("ball", circle(1040, 350, 318), circle(1040, 350, 318, "url(#b)") + group("rotate(85 1040 350)", line(mesh, 11)))}
      ${ring(1040, 350, 318, 18)}<g transform="${pose}">${path(body, "url(#s)")}
      ${rect(1000, 860, 80, 190, 40, "#fff")}${rect(1012, 930, 56, 106, 28)}</g>`,
    ink(GOLD, { dx: -5, dy: 3 })`<g transform="${pose}">${rect(716, 322, 648, 74, 10)}${path(collar)}</g>`,
    ink(BLACK, { cell: 26 })`${linear("h", [716, 0, 1364, 0], 0, 0, 0.9)}<g transform="${pose}">
      ${rect(716, 322, 648, 74, 10, "url(#h)")}${path(collar, "url(#h)")}</g>`,
  )
}

function vinyl(): Scene {
  const arm = "M1490 60L1476 470L1216 702"
  const head = (shape: string) => group("rotate(49 1216 702)", shape)
  return scene(
    PAPER,
    ink(RED, { cell: 54, angle: 20 })`${linear("g", [120, 0, 520, 0], 1, 0.6, 0)}
      ${rect(-40, -40, 900, 980, 0, "url(#g)")}`,
    ink(GOLD)`${circle(962, 498, 640)}`,
    ink(BLACK, { cell: 42 })`${record("r", 1000, 470, 640, -0.75)}`,
    ink(RED, { dx: 6, dy: -4 })`${circle(1000, 470, 236)}`,
    ink(PAPER)`${circle(1000, 470, 22)}${ring(1000, 470, 205, 8)}${path("M795 470A205 205 0 0 1 1205 470Z")}`,
    ink(BLACK, { dx: -4 })`${circle(1000, 470, 11)}
      ${times(4, (i) => rect(880, 320 + i * 26, 240 - (i % 3) * 60, 12))}`,
    ink(BLACK, { dx: -26, dy: 26 })`${line(arm, 34)}`,
    ink(PAPER)`${circle(1490, 80, 124)}${line(arm, 34)}${head(rect(1168, 660, 96, 150, 12))}`,
    ink(BLACK, { cell: 28 })`${linear("k", [1400, 0, 1600, 120], 0, 0.2, 0.9)}
      ${circle(1490, 80, 124, "url(#k)")}${ring(1490, 80, 60, 14)}${line(arm, 8)}
      ${head(rect(1184, 730, 64, 64, 6))}`,
  )
}

function sprayCan(): Scene {
  const pose = "rotate(14 1150 500)"
  const rnd = random(7)
  const mist = () => {
    const [far, side] = [rnd(), rnd() - 0.5]
    return circle(
      1010 - Math.cos(side) * far * 1100,
      215 + Math.sin(side) * far * 1100,
      4 + rnd() * rnd() * 26,
    )
  }
  const drip = (x: number, y: number, length: number) =>
    rect(x - 12, y, 24, length, 12) + circle(x, y + length, 19)
  const arrow = "M90 560L330 330L350 480L600 300L560 255L790 205L735 430L690 390L300 690L280 540L180 640Z"
  const dome = "M960 404Q980 290 1070 280L1230 280Q1320 290 1340 404Z"
  const label = "M930 560L1370 470L1370 760L930 900Z"
  const cap = "M1085 290V156Q1085 130 1111 130H1189Q1215 130 1215 156V290Z"
  return scene(
    BLACK,
    ink(RED, { cell: 46, angle: 30 })`${radial("g", [430, 420, 700], 1, 1, 1, 0.5, 0)}
      ${circle(430, 420, 700, "url(#g)")}`,
    ink(RED)`${times(60, mist)}`,
    ink(BLACK)`<g transform="translate(18 22)">${bold(arrow, 30)}</g>`,
    ink(GOLD, { dx: -5 })`${bold(arrow, 8)}${drip(345, 620, 170)}${drip(222, 570, 110)}
      ${drip(480, 520, 120)}`,
    ink(PAPER, { dx: -4, dy: 3 })`${line("M130 550L310 380L334 540L640 318", 13)}`,
    ink(PAPER)`<g transform="${pose}">${rect(930, 400, 440, 800, 26)}${path(dome)}${path(cap)}</g>`,
    ink(BLACK, { cell: 30, dx: 6, dy: 4 })`${linear("s", [930, 0, 1370, 0], 0.4, 0, 0, 0.4, 1)}
      <g transform="${pose}">${rect(930, 400, 440, 800, 26, "url(#s)")}${path(dome, "url(#s)")}
      ${rect(930, 396, 440, 18)}${rect(1060, 268, 180, 22)}</g>`,
    ink(RED, { dx: -5 })`<g transform="${pose}">${path(label)}${path(cap)}</g>`,
    ink(GOLD)`<g transform="${pose}">${path(burst(1150, 665, 130, 9, 3, 0.5))}</g>`,
    ink(BLACK, { cell: 30 })`${linear("t", [930, 0, 1370, 0], 0.3, 0, 0, 0.2, 0.95)}<g transform="${pose}">
      ${path(label, "url(#t)")}${path(cap, "url(#t)")}${circle(1102, 190, 18)}</g>`,
  )
}

function glove(): Scene {
  const mitt =
    "M1290 300C1160 190 900 110 690 160C470 215 372 330 385 500C398 680 540 775 760 775C980 778 1150 760 1290 712Z"
  const thumb = "M1300 268C1160 190 850 220 770 350C715 440 780 540 880 512C970 486 1100 446 1300 452Z"
  const cuff = "M1250 250L1700 190L1700 810L1250 752Z"
  const lace = (i: number) =>
    `M${1330 + i * 96} ${300 - i * 8}L${1406 + i * 96} ${700 + i * 8}M${1406 + i * 96} ${290 - i * 8}L${1330 + i * 96} ${710 + i * 8}`
  const pose = "rotate(-9 800 480)"
  return scene(
    PAPER,
    ink(BLACK, { cell: 48, angle: 15 })`${radial("g", [380, 500, 1250], 0, 0, 0.3, 1)}
      ${path(rays(380, 500, 18), "url(#g)")}`,
    ink(BLACK, { dx: 18, dy: 16 })`${path(burst(385, 500, 470, 15, 11))}`,
    ink(GOLD)`${path(burst(385, 500, 470, 15, 11))}`,
    ink(PAPER, { dx: -6 })`${path(burst(400, 500, 290, 13, 5))}`,
    ink(BLACK, { dx: 26, dy: 30 })`<g transform="${pose}">${path(mitt)}${path(cuff)}</g>`,
    ink(RED)`<g transform="${pose}">${path(mitt)}${path(thumb)}</g>`,
    ink(PAPER)`<g transform="${pose}">${path(cuff)}</g>`,
    ink(BLACK, { cell: 34, dx: 6, dy: 5 })`${linear("m", [660, 300, 760, 800], 0, 0, 1)}
      ${linear("t", [900, 300, 940, 540], 0, 0, 0.8)}${linear("c", [0, 400, 0, 800], 0, 0.2, 1)}
      <g transform="${pose}">${bold(mitt, 18, "url(#m)")}${path(thumb, "#fff")}
      ${bold(thumb, 16, "url(#t)")}${line("M470 330C540 430 540 590 480 680", 13)}
      ${bold(cuff, 18, "url(#c)")}${line(times(4, lace), 14)}</g>`,
    ink(PAPER, { dx: -5 })`<g transform="${pose}">
      ${line("M560 262C640 208 740 190 830 200M500 306L512 298", 26)}</g>`,
  )
}

function boombox(): Scene {
  const pose = "rotate(-5 800 520)"
  const levels = [50, 86, 120, 70, 104, 136, 96, 60, 112, 78, 40]
  const [x1, x2] = [325, 1275]
  return scene(
    GOLD,
    ink(RED, { cell: 60, angle: 20 })`${linear("g", [0, 120, 0, 620], 1, 0.5, 0)}
      ${rect(-40, -40, 1680, 900, 0, "url(#g)")}`,
    ink(BLACK)`<g transform="${pose}">${line("M330 270V110H1270V270", 56)}${line("M1400 260L1640 -180", 14)}
      ${rect(92, 276, 1460, 610, 34)}</g>`,
    ink(PAPER)`<g transform="${pose}">${rect(70, 250, 1460, 610, 34)}</g>`,
    ink(BLACK, { cell: 40, dx: 5, dy: 4 })`${linear("b", [0, 660, 0, 860], 0, 0.6)}<g transform="${pose}">
      ${rect(70, 250, 1460, 610, 34, "url(#b)", 'stroke="#000" stroke-width="18"')}
      ${woofer("w1", x1, 570, 245)}${woofer("w2", x2, 570, 245)}${rect(588, 272, 424, 182, 12)}
      ${rect(588, 480, 424, 270, 18)}${times(6, (i) => rect(592 + i * 71, 774, 58, 60, 6))}</g>`,
    ink(RED, { dx: -5, dy: 4 })`<g transform="${pose}">
      ${clip(
        "vu",
        rect(596, 284, 408, 158),
        times(11, (i) => rect(600 + i * 37, 440 - levels[i]!, 25, 140)),
      )}
      ${rect(628, 520, 344, 190, 14)}${circle(x1, 570, 76)}${circle(x2, 570, 76)}</g>`,
    ink(PAPER)`<g transform="${pose}">${rect(660, 572, 280, 84, 42)}</g>`,
    ink(BLACK)`<g transform="${pose}">${ring(716, 614, 24, 12)}${ring(884, 614, 24, 12)}
      ${rect(752, 596, 96, 36)}${circle(x1, 570, 30)}${circle(x2, 570, 30)}</g>`,
  )
}

function city(): Scene {
  const rnd = random(21)
  const tower = ([x, w, top]: number[], windows = false) => {
    const columns = Math.floor((w! - 30) / 40)
    const pane = (i: number) =>
      rect(x! + 22 + (i % columns) * 40, top! + 36 + Math.floor(i / columns) * 58, 22, 32, 0, "#fff")
    return rect(x!, top!, w!, 900) + (windows ? times(columns * 4, (i) => (rnd() < 0.42 ? pane(i) : "")) : "")
  }
  /** Left edge, width and roof of each tower. */
  const skyline = (towers: string) => towers.split("|").map((tall) => tall.split(" ").map(Number))
  const back = skyline(
    "-20 170 430|180 120 330|330 190 470|560 110 380|930 140 400|1100 210 300|1340 130 420|1490 160 350",
  )
  const front = skyline(
    "-30 260 560|250 190 470|460 250 610|1010 230 530|1260 170 430|1450 220 580|700 320 720",
  )
  const tank = "M510 540H650V450L580 400L510 450ZM522 540H540V650H522ZM622 540H640V650H622Z"
  return scene(
    RED,
    ink(BLACK, { cell: 46, angle: 30 })`${linear("g", [0, 40, 0, 560], 1, 0.5, 0)}
      ${rect(-40, -40, 1680, 700, 0, "url(#g)")}`,
    ink(PAPER, { dx: -8 })`${circle(800, 400, 310)}`,
    ink(GOLD, { cell: 40, angle: 75 })`${linear("m", [0, 240, 0, 640], 0, 0.5, 1)}
      ${circle(800, 400, 310, "url(#m)")}`,
    ink(DEEP)`${back.map((tall) => tower(tall)).join("")}
      ${line("M240 340V210M1200 310V170M1240 310V230", 10)}`,
    ink(BLACK)`${front.map((tall) => tower(tall, true)).join("")}${path(tank)}
      ${line("M1340 470V300M1308 350H1372", 9)}`,
    ink(BLACK, { dy: 9 })`${ropes(690, 76, 46, 48)}`,
    ink(PAPER)`${ropes(690, 76, 46, 28)}`,
    ink(RED, { dx: 4, dy: 2 })`${line("M-40 766Q800 812 1640 720", 28)}`,
  )
}

function drumPads(): Scene {
  const at = (i: number) => [(i % 5) * 262 - 760, Math.floor(i / 5) * 262 - 640] as const
  const pad = (i: number, fill = "#000") => rect(...at(i), 226, 226, 28, fill)
  const [x, y] = [at(12)[0] + 113, at(12)[1] + 113]
  const lay = (content: string) => group("translate(820 470) rotate(-14) skewX(-6)", content)
  return scene(
    BLACK,
    ink(PAPER)`${lay(times(25, (i) => pad(i)))}`,
    ink(BLACK, {
      cell: 50,
      dx: 4,
      dy: 4,
    })`${lay(radial("p", [x, y, 700], 0, 0, 0, 0.5, 1) + times(25, (i) => pad(i, "url(#p)")))}`,
    ink(GOLD)`${lay(pad(8) + pad(16))}`,
    ink(RED, {
      dx: -5,
      dy: 3,
    })`${lay(pad(12) + ring(x, y, 250, 22) + ring(x, y, 372, 16) + ring(x, y, 500, 10))}`,
    ink(BLACK, { cell: 30 })`${lay(linear("s", [0, y - 40, 0, y + 130], 0, 0.75) + pad(12, "url(#s)"))}`,
    ink(PAPER)`${lay(path(burst(x, y, 84, 8, 4, 0.45)))}`,
  )
}

function breaker(): Scene {
  const figure = `${limb(640, 800, 28, 700, 640, 36)}${limb(700, 640, 36, 800, 560, 52)}
    ${limb(800, 560, 78, 985, 420, 84)}${limb(985, 420, 84, 1190, 520, 60)}${limb(1190, 520, 58, 1330, 330, 38)}
    ${limb(970, 400, 82, 800, 190, 58)}${limb(800, 190, 56, 560, 120, 36)}
    ${limb(810, 545, 50, 930, 660, 34)}${limb(930, 660, 33, 1080, 640, 24)}${circle(694, 505, 74)}
    ${path("M632 470L552 566L588 598L672 566Z")}${path("M596 800Q560 836 600 850L690 846Q716 830 690 806Z")}
    ${path("M1290 350L1376 366L1420 240Q1424 206 1392 206L1330 226ZM586 76L572 166L440 206Q404 208 402 174L420 142Z")}`
  const turned = (degrees: number) => group(`rotate(${degrees} 640 830)`, figure)
  return scene(
    PAPER,
    ink(RED, { cell: 46, angle: 30 })`${radial("g", [900, 420, 620], 1, 1, 0.8, 0.25)}
      ${circle(900, 420, 520, "url(#g)")}`,
    ink(GOLD)`${clip("k", rect(-40, -40, 1680, 886), turned(-17))}`,
    ink(RED, { dx: -14, dy: 4, multiply: true })`${turned(-8)}`,
    ink(BLACK)`${rect(-40, 846, 1680, 90)}${turned(0)}`,
    ink(PAPER)`${line("M1430 236L1384 372M396 176Q400 216 444 212L574 172", 14)}
      ${line("M628 476L680 560", 9)}`,
  )
}

function crown(): Scene {
  const shape = "M330 700L210 250L450 440L560 130L790 400L1010 90L1120 440L1400 210L1270 700Z"
  const drip = (x: number, y: number, length: number) =>
    rect(x - 15, y, 30, length, 15) + circle(x, y + length, 22)
  const jewels = [
    [210, 250],
    [560, 130],
    [1010, 90],
    [1400, 210],
  ]
    .map(([x, y]) => circle(x!, y!, 46))
    .join("")
  const drips = drip(470, 690, 130) + drip(620, 690, 60) + drip(905, 690, 150) + drip(1120, 690, 90)
  const pose = "rotate(-6 800 450)"
  return scene(
    BLACK,
    ink(RED)`${path(torn([240, 120], [760, 640], 9))}`,
    ink(BLACK, { cell: 48, angle: 20 })`${linear("g", [0, 0, 1600, 0], 0.9, 0.2, 0, 0.2, 0.9)}
      ${path(torn([240, 120], [760, 640], 9), "url(#g)")}`,
    ink(BLACK, { dx: 30, dy: 34 })`<g transform="${pose}">${bold(shape, 60)}${jewels}${drips}</g>`,
    ink(GOLD)`<g transform="${pose}">${bold(shape, 34)}${jewels}${drips}</g>`,
    ink(BLACK, { cell: 36, dx: 5, dy: 5 })`${linear("s", [500, 300, 640, 720], 0, 0, 0.75)}
      <g transform="${pose}">${path(shape, "url(#s)")}${line("M350 610H1250", 16)}
      ${line("M345 560L1262 560", 6)}</g>`,
    ink(RED, { dx: -6 })`<g transform="${pose}">
      ${times(4, (i) => `<rect x="-34" y="-34" width="68" height="68" transform="translate(${470 + i * 220} 655) rotate(45)"/>`)}
      </g>`,
    ink(PAPER, { dx: -4 })`<g transform="${pose}">
      ${line("M262 300L356 664M588 190L640 330M1010 150L960 260", 17)}</g>`,
  )
}

/** Ringside: the announcer's microphone hangs over the corner. */
function ringCorner(): Scene {
  const side = (i: number, x: number) => `M${x} ${600 + i * 150}L800 ${462 + i * 80}`
  const all = times(3, (i) => side(i, -60) + side(i, 1660))
  const beams = "M250 -60L380 -60L900 700L60 700ZM1220 -60L1350 -60L1540 700L700 700Z"
  const mic = (content: string) => group("translate(800 130) scale(.74) rotate(180)", content)
  return scene(
    BLACK,
    ink(RED, { cell: 46, angle: 30 })`${linear("g", [0, -40, 0, 640], 1, 0.55, 0)}${path(beams, "url(#g)")}`,
    ink(PAPER)`${path("M800 680L1700 1000H-100Z")}`,
    ink(BLACK, { cell: 42 })`${linear("m", [0, 640, 0, 900], 0.9, 0.1, 0)}
      ${path("M800 680L1700 1000H-100Z", "url(#m)")}`,
    ink(BLACK, { dx: 14, dy: 18 })`${line(all, 44)}${rect(742, 424, 116, 320)}`,
    ink(PAPER)`${line(
      times(1, () => side(0, -60) + side(0, 1660) + side(2, -60) + side(2, 1660)),
      26,
    )}`,
    ink(GOLD, { dx: -3, dy: 3 })`${line(side(1, -60) + side(1, 1660), 26)}`,
    ink(RED, { dx: -5 })`${rect(748, 420, 104, 290, 26)}`,
    ink(BLACK, { cell: 26 })`${linear("p", [748, 0, 852, 0], 0, 0, 0.8)}
      ${rect(748, 420, 104, 290, 26, "url(#p)")}${line("M752 515H848M752 615H848", 9)}`,
    ink(PAPER)`${mic(capsule)}`,
    ink(BLACK, { cell: 26, dx: 4, dy: 3 })`${mic(capsuleLines("c"))}`,
  )
}

function cassette(): Scene {
  const pose = "rotate(-11 820 400)"
  const tape =
    "M560 700C420 980 180 760 120 620S-60 480 -80 640M1080 700C1180 940 1400 700 1470 820S1600 900 1680 760"
  const cog = (x: number) => times(6, (i) => group(`rotate(${i * 60} ${x} 400)`, rect(x - 9, 336, 18, 34)))
  return scene(
    RED,
    ink(DEEP)`${path(rays(820, 400, 14))}`,
    ink(BLACK, { dx: 24, dy: 28 })`${line(tape, 34)}<g transform="${pose}">${rect(262, 102, 1160, 700, 40)}
      </g>`,
    ink(GOLD, { dx: 20, dy: 22 })`${line(tape, 12)}`,
    ink(PAPER)`<g transform="${pose}">${rect(240, 70, 1160, 700, 40)}</g>`,
    ink(BLACK, { cell: 34, dx: 6, dy: 5 })`${linear("b", [0, 560, 0, 770], 0, 0.85)}<g transform="${pose}">
      ${rect(240, 70, 1160, 700, 40, "url(#b)", 'stroke="#000" stroke-width="20"')}
      ${rect(330, 140, 980, 420, 26)}${path("M500 770L560 610H1080L1140 770Z")}</g>`,
    ink(GOLD, { dx: -4 })`<g transform="${pose}">${rect(352, 162, 936, 376, 14)}</g>`,
    ink(RED, { cell: 40, angle: 20 })`${linear("r", [352, 0, 1288, 0], 1, 1, 0)}<g transform="${pose}">
      ${path("M352 470L1288 300V538H352Z", "url(#r)")}</g>`,
    ink(BLACK)`<g transform="${pose}">${rect(480, 300, 680, 200, 100)}
      ${line("M400 206H1080M400 250H820", 12)}</g>`,
    ink(PAPER)`<g transform="${pose}">${circle(600, 400, 74)}${circle(1040, 400, 74)}
      ${rect(740, 350, 160, 100, 6)}${circle(330, 710, 17)}${circle(1310, 710, 17)}</g>`,
    ink(BLACK)`<g transform="${pose}">${ring(600, 400, 70, 12)}${ring(1040, 400, 70, 12)}${cog(600)}
      ${cog(1040)}${path("M740 350H860L800 450H740Z")}</g>`,
  )
}

function ringBell(): Scene {
  const hang = (content: string) => group("translate(860 -70) rotate(13) scale(1.72)", content)
  const arcs = (r: number) =>
    `M${polar(860, 330, r, 2.55)}A${r} ${r} 0 0 1 ${polar(860, 330, r, 3.75)}M${polar(860, 330, r, -0.6)}A${r} ${r} 0 0 1 ${polar(860, 330, r, 0.6)}`
  return scene(
    RED,
    ink(BLACK, { cell: 62, angle: 30 })`${radial("g", [860, 330, 950], 0, 0, 0.3, 1)}
      ${rect(-40, -40, 1680, 980, 0, "url(#g)")}`,
    ink(PAPER, { dx: 4 })`${line(arcs(560) + arcs(680), 30)}`,
    ink(BLACK, { dx: 34, dy: 30 })`${hang(path(bell) + circle(0, 470, 62))}`,
    ink(GOLD)`${hang(path(bell) + circle(0, 470, 62))}`,
    ink(BLACK, { cell: 34, dx: 6, dy: 5 })`${linear("b", [-200, 0, 230, 0], 0.5, 0, 0, 0.45, 1)}
      ${hang(`${circle(0, 470, 62, "url(#b)", 'stroke="#000" stroke-width="10"')} ${bold(bell, 11, "url(#b)")}${line("M-210 372H210M-196 330H196", 9)}${rect(-46, -40, 92, 106, 20)}`)}`,
    ink(PAPER, { dx: -5 })`${hang(line("M-112 132C-136 190 -142 250 -146 296", 15))}`,
  )
}

function headphones(): Scene {
  const band = "M330 640C250 -130 1350 -130 1270 640"
  const cup = (x: number, tilt: number, content: string) =>
    group(`translate(${x} 640) rotate(${tilt})`, content)
  const both = (content: (side: string) => string) => cup(330, 8, content("l")) + cup(1270, -8, content("r"))
  return scene(
    GOLD,
    ink(PAPER)`${path(torn([520, 430], [1000, 1000], 5))}`,
    ink(RED, { cell: 46, angle: 20 })`${linear("g", [0, 430, 0, 800], 1, 0.5, 0)}
      ${path(torn([540, 450], [1000, 1000], 5), "url(#g)")}`,
    ink(BLACK, { dx: 18, dy: 20 })`${line(band, 116)}${both(() => rect(-150, -230, 300, 500, 130))}`,
    ink(BLACK)`${line(band, 116)}`,
    ink(PAPER)`${line("M372 520C340 -30 1260 -30 1228 520", 14)}`,
    ink(RED, { dx: -6 })`${both(() => rect(-150, -230, 300, 500, 130))}`,
    ink(BLACK, {
      cell: 32,
    })`${both((id) => linear(id, [-150, 0, 150, 0], 0, 0.1, 0.95) + rect(-150, -230, 300, 500, 130, `url(#${id})`, 'stroke="#000" stroke-width="18"'))}`,
    ink(BLACK)`${both(() => circle(0, 20, 104))}`,
    ink(GOLD, { dx: 4 })`${both(() => circle(0, 20, 80))}`,
    ink(BLACK)`${both(() => path(burst(0, 20, 62, 7, 2, 0.5)))}`,
    ink(BLACK)`${line("M330 900C420 1000 620 700 800 800S1100 860 1160 960", 20)}`,
  )
}

/** Two microphones nose to nose, as at a weigh-in. */
function faceOff(): Scene {
  const left = (content: string) => group("translate(470 400) rotate(17) scale(1.3)", content)
  const right = (content: string) => group("translate(1130 400) rotate(-17) scale(1.3)", content)
  return scene(
    PAPER,
    ink(RED)`${path("M800 -40H1640V940H640Z")}`,
    ink(BLACK, { cell: 46, angle: 30 })`${linear("g", [1640, 0, 1000, 0], 0.9, 0.4, 0)}
      ${path("M800 -40H1640V940H640Z", "url(#g)")}`,
    ink(GOLD)`${path(burst(800, 330, 430, 14, 8, 0.5))}`,
    ink(BLACK, { dx: 24, dy: 22 })`${left(capsule)}${right(capsule)}`,
    ink(RED, { dx: -5 })`${left(capsule)}`,
    ink(PAPER, { dx: 5 })`${right(capsule)}`,
    ink(BLACK, { cell: 32 })`${left(capsuleLines("l"))}${right(capsuleLines("r"))}`,
  )
}

function crowd(): Scene {
  const rnd = random(31)
  const arm = (x: number, y: number, s: number) =>
    limb(x + s * 1.5, y + 2.6 * s, s * 0.5, x + s * (1.5 + rnd() * 0.5), y - s * (0.6 + rnd()), s * 0.34) +
    (rnd() < 0.5 ? circle(x + s * 1.75, y - s * 1.3, s * 0.46) : "")
  const person = (x: number, y: number, s: number) =>
    `${circle(x, y, s)}<ellipse cx="${x}" cy="${y + s * 3.1}" rx="${s * 2.1}" ry="${s * 1.9}"/>${rnd() < 0.6 ? arm(x, y, s) : ""}`
  const row = (y: number, size: number, count: number) =>
    rect(-40, y + size * 3, 1680, 600) +
    times(count, (i) => person(((i + 0.2 + rnd() * 0.6) * 1600) / count, y + rnd() * size, size))
  const beam = (x: number, to: number) => `M${x - 24} 60L${to - 200} 960H${to + 200}L${x + 24} 60Z`
  const mc = `${circle(800, 398, 36)}${limb(800, 478, 52, 800, 590, 42)}${limb(782, 600, 38, 742, 780, 24)}${limb(820, 600, 38, 866, 780, 24)}
    ${limb(762, 466, 24, 716, 540, 19)}${limb(716, 540, 18, 772, 456, 14)}${limb(842, 464, 24, 900, 390, 19)}${limb(900, 390, 19, 884, 290, 15)}
    ${path("M760 384Q764 352 802 352Q838 354 838 380L872 384L870 394L760 392Z")}`
  return gallery(
    BLACK,
    ink(RED, { cell: 50, angle: 30 })`${linear("g", [0, 60, 0, 860], 1, 0.9, 0.5, 0.3)}
      ${path(beam(240, 560) + beam(1360, 1040) + beam(620, 60) + beam(980, 1540), "url(#g)")}`,
    ink(GOLD, { cell: 46, angle: 75 })`${linear("y", [0, 60, 0, 900], 1, 1, 0.7)}
      ${path(beam(800, 800), "url(#y)")}`,
    ink(PAPER)`${[240, 620, 800, 980, 1360].map((x) => circle(x, 96, 54)).join("")}`,
    ink(BLACK)`${rect(-40, -40, 1680, 92)}${line("M-40 130L1640 130", 12)}
      ${times(21, (i) => line(`M${i * 80 - 20} 50L${i * 80 + 20} 130L${i * 80 + 60} 50`, 8))}`,
    ink(PAPER, { dx: -10, dy: -4 })`${mc}`,
    ink(BLACK)`${mc}`,
    ink(DEEP)`${row(690, 34, 15)}`,
    ink(RED, { dx: -6 })`${row(800, 50, 10)}`,
    ink(BLACK)`${row(930, 82, 7)}`,
  )
}

function wall(): Scene {
  const brick = (i: number) =>
    rect((i % 9) * 210 - 120 + (Math.floor(i / 9) % 2) * 105, Math.floor(i / 9) * 98 - 10, 192, 80, 3)
  const word =
    "M170 790L250 330L420 330L450 560L560 300L740 300L690 480L900 270L1080 290L990 470L1190 250L1180 170L1470 300L1250 520L1230 440L1000 640L1020 770L800 790L790 640L650 800L450 810L470 690L390 800Z"
  const drip = (x: number, y: number, length: number) =>
    rect(x - 11, y, 22, length, 11) + circle(x, y + length, 17)
  return gallery(
    BLACK,
    ink(DEEP)`${times(108, brick)}`,
    ink(RED, { cell: 46, angle: 30 })`${radial("g", [800, 520, 900], 1, 0.9, 0.4, 0)}
      ${times(108, (i) => brick(i).replace('"#000"', '"url(#g)"'))}`,
    ink(BLACK)`<g transform="translate(44 50)">${bold(word, 70)}</g>${bold(word, 70)}`,
    ink(PAPER, { dx: -5 })`${bold(word, 26)}`,
    ink(GOLD, { cell: 40, angle: 75 })`${linear("y", [0, 420, 0, 760], 0, 0.5, 1)}${path(word, "url(#y)")}
      ${drip(330, 780, 150)}${drip(560, 790, 90)}${drip(900, 770, 170)}`,
    ink(BLACK, { dx: 4 })`${line("M420 350L448 580M690 480L560 620M990 470L860 590M1000 640L930 700", 14)}`,
    ink(PAPER)`${path(torn([960, 900], [1200, 1200], 14))}`,
    ink(RED)`${path(torn([985, 935], [1200, 1200], 14))}`,
  )
}

function soundSystem(): Scene {
  const outline = 'stroke="#000" stroke-width="30"'
  const big = (fill = "#000", more = "") => rect(-60, -60, 1100, 1200, 30, fill, more)
  const top = (fill = "#000", more = "") => rect(1060, -60, 600, 560, 30, fill, more)
  const low = (fill = "#000", more = "") => rect(1060, 520, 600, 620, 30, fill, more)
  const screw = (x: number, y: number) => circle(x, y, 17)
  return gallery(
    RED,
    ink(GOLD)`${big()}`,
    ink(PAPER)`${top()}${low()}`,
    ink(BLACK, { cell: 52, dx: 4, dy: 4 })`${woofer("w", 500, 540, 500)}${woofer("v", 1350, 820, 230)}
      ${woofer("t", 1350, 245, 190)}
      ${big("none", outline)}${top("none", outline)}${low("none", outline)}
      ${screw(990, 60)}${screw(990, 1010)}${screw(1110, 60)}${screw(1110, 450)}${screw(1110, 575)}
      ${screw(1110, 1010)}`,
    ink(RED, { dx: -6, dy: 4 })`${circle(500, 540, 172)}${circle(1350, 820, 78)}
      ${line("M120 1010A600 600 0 0 1 120 70M20 920A600 600 0 0 1 20 160", 30)}`,
    ink(PAPER, { dx: 4 })`${path(burst(500, 540, 130, 9, 6, 0.5))}`,
  )
}

/** The duel: two decks and a mixer seen from above. */
function decks(): Scene {
  const fader = (x: number, y: number) => rect(x - 5, 560, 10, 330) + rect(x - 34, y, 68, 46, 6)
  return gallery(
    RED,
    ink(GOLD)`${path("M-40 -40H860L740 1107H-40Z")}`,
    ink(BLACK, { dx: 20, dy: 24 })`${rect(-130, 110, 760, 840, 40)}${rect(970, 110, 760, 840, 40)}
      ${rect(650, 60, 300, 940, 26)}`,
    ink(PAPER)`${rect(-130, 110, 760, 840, 40)}${rect(970, 110, 760, 840, 40)}`,
    ink(BLACK, { cell: 42 })`${linear("l", [0, 500, 0, 950], 0, 0.7)}
      ${[-130, 970].map((x) => rect(x, 110, 760, 840, 40, "url(#l)", 'stroke="#000" stroke-width="16"')).join("")}
      ${circle(230, 530, 384, "#fff")}${circle(1370, 530, 384, "#fff")}`,
    ink(BLACK, { cell: 34 })`${record("a", 230, 530, 370, -0.7, 0.5)}
      ${record("b", 1370, 530, 370, 0.75, 0.5)}${rect(650, 60, 300, 940, 26)}`,
    ink(RED, { dx: -5 })`${circle(230, 530, 130)}${rect(766, 640, 68, 46, 6)}`,
    ink(GOLD, { dx: 4 })`${circle(1370, 530, 130)}
      ${[0, 1, 2].map((i) => circle(725, 150 + i * 120, 40) + circle(875, 150 + i * 120, 40)).join("")}`,
    ink(PAPER)`${fader(725, 700)}${fader(875, 600)}${rect(690, 942, 220, 10)}${rect(826, 916, 46, 62, 6)}
      ${circle(230, 530, 14)}${circle(1370, 530, 14)}`,
    ink(PAPER)`${line("M560 190L556 560L440 700M1040 190L1044 560L1160 700", 26)}`,
    ink(BLACK)`${line("M560 190L556 560L440 700M1040 190L1044 560L1160 700", 7)}
      ${times(6, (i) => rect(i % 2 ? 870 : 720, 116 + Math.floor(i / 2) * 120, 10, 34))}`,
  )
}

function vuMeter(): Scene {
  const [x, y] = [800, 860]
  const tick = (i: number) =>
    `M${polar(x, y, i % 2 ? 610 : 570, -2.5 + i * 0.14)}L${polar(x, y, 660, -2.5 + i * 0.14)}`
  const arc = (r: number, from: number, to: number) =>
    `M${polar(x, y, r, from)}A${r} ${r} 0 0 1 ${polar(x, y, r, to)}`
  return scene(
    BLACK,
    ink(GOLD)`${rect(70, 60, 1460, 900, 60)}`,
    ink(PAPER, { cell: 46, angle: 20 })`${linear("g", [0, 420, 0, 900], 1, 0.5, 0)}
      ${rect(70, 60, 1460, 900, 60, "url(#g)")}`,
    ink(RED, {
      dx: -6,
      dy: 4,
    })`${path(`${arc(690, -1.12, -0.62)}L${polar(x, y, 560, -0.62)}A560 560 0 0 0 ${polar(x, y, 560, -1.12)}Z`)}`,
    ink(BLACK)`${line(arc(690, -2.52, -0.62), 14)}${line(times(14, tick), 16)}`,
    ink(BLACK, { dx: 24, dy: 22, multiply: true })`${line(`M${x} ${y}L${polar(x, y, 740, -0.86)}`, 30)}`,
    ink(RED)`${path(`M${x - 26} ${y}L${polar(x, y, 740, -0.87)}L${x + 30} ${y + 20}Z`)}`,
    ink(BLACK, { cell: 30 })`${radial("k", [760, 800, 230], 0.7, 1, 1)}${circle(x, y, 190, "url(#k)")}
      ${rect(70, 60, 1460, 900, 60, "none", 'stroke="#000" stroke-width="22"')}`,
    ink(GOLD)`${circle(240, 230, 46)}${ring(240, 230, 66, 8)}`,
  )
}

/** The clip, at a moment from 0 to 1: the record makes three turns while the bell swings twice as often. */
export function clipScene(moment: number): Scene {
  const turn = moment * 3 * 360
  const swing = Math.sin(moment * 12 * Math.PI)
  const shade = "M42 60C170 80 186 220 196 330C200 380 226 410 250 440H130C160 300 140 160 42 60Z"
  const hang = (content: string) =>
    group(`translate(1240 -60) rotate(${(-swing * 24).toFixed(2)}) scale(1.25)`, content)
  const flash = Math.abs(swing) > 0.8 ? path(burst(1240, 240, 480, 13, 8, 0.62)) : ""
  const spin = (content: string) => group(`rotate(${turn.toFixed(2)} 560 540)`, content)
  return scene(
    RED,
    ink(BLACK, { cell: 50, angle: 30 })`${radial("g", [560, 540, 1300], 0, 0, 0.5, 1)}
      ${rect(-40, -40, 1680, 980, 0, "url(#g)")}`,
    ink(PAPER)`${flash}${circle(536, 558, 560)}`,
    ink(BLACK, { cell: 38 })`${record("r", 560, 540, 560, -0.8)}`,
    ink(GOLD)`${circle(560, 540, 210)}`,
    ink(RED, {
      dx: -4,
    })`${spin(path("M350 540A210 210 0 0 1 770 540Z") + path(burst(560, 650, 46, 7, 2, 0.5)))}`,
    ink(PAPER)`${spin(rect(470, 420, 180, 14) + rect(500, 456, 120, 14))}${circle(560, 540, 18)}`,
    ink(BLACK, { dx: 26, dy: 24 })`${hang(path(bell) + circle(swing * 60, 462, 58))}`,
    ink(GOLD)`${hang(circle(swing * 60, 462, 58) + path(bell))}`,
    ink(
      BLACK,
    )`${hang(bold(bell, 13, "none") + path(shade) + line("M-210 372H210", 11) + rect(-46, -40, 92, 106, 20))}`,
    ink(PAPER)`${hang(line("M-112 132C-136 190 -142 250 -146 296", 17))}`,
  )
}

export const scenes: Record<string, Scene> = {
  "episode-01": crown(),
  "episode-02": breaker(),
  "episode-03": city(),
  "episode-04": drumPads(),
  "episode-06": boombox(),
  "episode-07": glove(),
  "episode-08": sprayCan(),
  "episode-09": vinyl(),
  "episode-10": microphone(),
  "article-01": ringCorner(),
  "article-02": cassette(),
  "news-bell": ringBell(),
  "news-headphones": headphones(),
  "news-face-off": faceOff(),
  "news-crowd": crowd(),
  "news-wall": wall(),
  "news-sound-system": soundSystem(),
  "news-decks": decks(),
  "news-vu-meter": vuMeter(),
  "news-clip-poster": clipScene(0.04),
}
