'use strict';
// One Raspberry Pi Pico on rp2040js: flash, USB serial port, SPI0 and pins. The time is emulated; pico.py asks for it piece by piece.
//
//   node emulator.js RP2040JS OPTIONS        the package's folder, and JSON: see `options` below
//
// One line in, one line out. In: JSON {"do": name, ...}, see `orders`. Out: JSON, the answer. While it runs it asks in between for what the
// chips on the bus answer, and Python says it in a line of its own:
//   r CHIP REGISTER MICROSECONDS      -> the register's value
//   w CHIP HEX MICROSECONDS           -> an empty line
//   p LEVEL MICROSECONDS              -> an empty line: the chips' RST pin
const fs = require('fs'), path = require('path');
console.warn = () => {}; // rp2040js tells of registers that it does not know, such as the other core's mailbox
const rp2040js = process.argv[2];
const { RP2040, USBCDC } = require(path.join(rp2040js, 'dist/cjs/index.js'));
const { SimulationClock } = require(path.join(rp2040js, 'dist/cjs/clock/simulation-clock.js'));
const { bootromB1 } = require('./bootrom.js');

// `micropython`: the port's image, flash from its first byte. `files`: an image of the file system, or none. `chips`: the pin of each chip
// select; `reset`: of their RST. `miss`: cycles that a miss of the flash's cache costs; with 0 there is no cache. `identity`: of the flash chip, 16 hex digits.
const options = JSON.parse(process.argv[3]);

const FLASH = 2 << 20, FILES = 0xa0000; // where MicroPython's RPI_PICO keeps its file system
const ERASE_NS = 45e6, PROGRAM_NS = 0.4e6; // of 4 kB and of 256 bytes, W25Q16JV data sheet, 9.6, typical
const flash = new Uint8Array(FLASH).fill(0xff);
flash.set(fs.readFileSync(options.micropython));
if (options.files) flash.set(fs.readFileSync(options.files), FILES);

// Lines over the standard streams, waited for: nothing here happens by itself.
let unread = '';
const piece = Buffer.alloc(65536);
function readLine() {
  for (;;) {
    const end = unread.indexOf('\n');
    if (end >= 0) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 1);
      return line;
    }
    const length = fs.readSync(0, piece);
    if (length === 0) process.exit(0);
    unread += piece.toString('latin1', 0, length);
  }
}
const writeLine = (line) => fs.writeSync(1, line + '\n');
const ask = (line) => { writeLine(line); return readLine(); };

// The flash's cache: 16 kB, two ways, lines of 8 bytes (RP2040 data sheet, 2.6.3). The way that was not used last is filled.
const LINES = 1024;
const held = [new Int32Array(LINES), new Int32Array(LINES)], older = new Uint8Array(LINES);
let owed = 0, misses = 0;
function fetchLine(offset) {
  const index = (offset >>> 3) % LINES, tag = (offset >>> 13) + 1;
  let way = held[0][index] === tag ? 0 : held[1][index] === tag ? 1 : -1;
  if (way < 0) {
    way = older[index];
    held[way][index] = tag;
    misses++;
    owed += options.miss;
  }
  older[index] = 1 - way;
}

let chip, clock, usb, began = 0; // `began`: nanoseconds before this start
const now = () => (began + clock.nanos) / 1000;
let said = [], resets = 0, restart = false, power = true, flashWrites = 0, cutAt = -1, faults = [];

// Ordinary memory is read here and not by rp2040js's chain of comparisons, several times as fast; and the cache is asked.
function shortcut() {
  const ram8 = chip.sram, ram16 = new Uint16Array(ram8.buffer), ram32 = new Uint32Array(ram8.buffer);
  const rom8 = chip.flash, rom16 = new Uint16Array(rom8.buffer), rom32 = new Uint32Array(rom8.buffer);
  const through = options.miss ? fetchLine : () => {};
  const reader = (plain, ram, rom, shift) => (address) => {
    const inRam = (address >>> 0) - 0x20000000, inFlash = (address >>> 0) - 0x10000000, odd = address & ((1 << shift) - 1);
    if (inRam >= 0 && inRam < ram8.length && !odd) return ram[inRam >> shift];
    if (inFlash >= 0 && inFlash < FLASH && !odd) { through(inFlash); return rom[inFlash >> shift]; }
    return plain(address);
  };
  const core = chip.core;
  core.readUint32 = chip.readUint32 = reader(chip.readUint32.bind(chip), ram32, rom32, 2);
  core.readUint16 = chip.readUint16 = reader(chip.readUint16.bind(chip), ram16, rom16, 1);
  core.readUint8 = chip.readUint8 = reader(chip.readUint8.bind(chip), ram8, rom8, 0);
  const plain = chip.writeUint32.bind(chip);
  core.writeUint32 = chip.writeUint32 = (address, value) => {
    const inRam = (address >>> 0) - 0x20000000;
    if (inRam >= 0 && inRam < ram8.length && !(address & 3)) ram32[inRam >> 2] = value;
    else plain(address, value);
  };
}

// The ROM's functions for the flash, by their codes (RP2040 data sheet, 2.8.3): each becomes a breakpoint and a return.
const ROM_CALLS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX'];
const rom = new Uint32Array(bootromB1);
{
  const half = new Uint16Array(rom.buffer);
  for (let entry = half[0x14 >> 1] >> 1; half[entry]; entry += 2) {
    const call = ROM_CALLS.indexOf(String.fromCharCode(half[entry] & 0xff, half[entry] >> 8));
    if (call >= 0) half.set([0xbe00 | call, 0x4770], (half[entry + 1] & ~1) >> 1); // bkpt; bx lr
  }
}
function romCall(number) {
  const call = ROM_CALLS[number], [at, from, length] = chip.core.registers;
  if (call === undefined) { faults.push(`breakpoint ${number}`); power = false; return; }
  if (call !== 'RE' && call !== 'RP') return;
  if (flashWrites === cutAt) { power = false; return; }
  flashWrites++;
  if (call === 'RE') {
    chip.flash.fill(0xff, at, at + from);
    clock.tick((ERASE_NS * from) / 4096);
  } else {
    for (let i = 0; i < length; i++) chip.flash[at + i] &= chip.readUint8(from + i); // programming only clears bits
    clock.tick(PROGRAM_NS * Math.ceil(length / 256));
  }
  held.forEach((way) => way.fill(0));
}

// The flash's identity: command 4Bh, four dummy bytes, eight bytes.
function nameFlash() {
  const identity = Buffer.from(options.identity, 'hex'), ssi = chip.peripherals[0x18000], plain = ssi.writeUint32.bind(ssi);
  let sent = -1;
  ssi.writeUint32 = (offset, value) => {
    if (offset !== 0x60 || (sent < 0 && value !== 0x4b)) { plain(offset, value); return; }
    sent++;
    ssi.dr0 = sent > 4 ? identity[sent - 5] : 0;
    if (sent === 12) sent = -1;
  };
}

// A host that enumerates the port, sends a start of frame each millisecond, and gives bytes when there are some.
const DEVICE_SOF = 1 << 17, SOF_READ = 0x48;
function plugIn() {
  const controller = chip.usbCtrl, port = new USBCDC(controller);
  usb = { waiting: [], room: 0, stalled: false, kept: [] };
  port.onSerialData = (bytes) => { if (bytes.length) said.push([now(), Buffer.from(bytes).toString('hex')]); };
  const plain = controller.onEndpointRead;
  controller.onEndpointRead = (endpoint, size) => {
    if (endpoint !== port.outEndpoint) { plain(endpoint, size); return; }
    usb.room = size;
    usb.give();
  };
  usb.give = () => {
    if (!usb.room || !usb.waiting.length) return;
    const bytes = usb.waiting.splice(0, usb.room);
    usb.room = 0;
    controller.endpointReadDone(port.outEndpoint, Uint8Array.from(bytes), 60);
  };
  // A host that does not read takes no buffer off the device's hands.
  const ready = controller.indicateBufferReady.bind(controller);
  controller.indicateBufferReady = (endpoint, out) => {
    if (usb.stalled && !out && endpoint === port.inEndpoint) usb.kept.push([endpoint, out]);
    else ready(endpoint, out);
  };
  usb.stall = (stalled) => {
    usb.stalled = stalled;
    if (!stalled) usb.kept.splice(0).forEach((each) => ready(...each));
  };
  const frame = clock.createAlarm(() => {
    if (port.initialized && controller.intEnable & DEVICE_SOF) {
      controller.intRaw |= DEVICE_SOF;
      controller.checkInterrupts();
    }
    frame.schedule(1e6);
  });
  frame.schedule(1e6);
  const read = controller.readUint32.bind(controller);
  controller.readUint32 = (offset) => {
    if (offset === SOF_READ) {
      controller.intRaw &= ~DEVICE_SOF;
      controller.checkInterrupts();
    }
    return read(offset);
  };
}

// SPI0. A read is asked byte by byte, since its next address may hang on the last answer; a write is told when the chip select rises.
function wire() {
  const spi = chip.spi[0], sent = options.chips.map(() => []);
  const selected = () => options.chips.flatMap((pin, index) => (chip.gpio[pin].value === 0 ? [index] : []));
  options.chips.forEach((pin, index) => chip.gpio[pin].addListener((state) => {
    const bytes = sent[index];
    if (state === 0 || !bytes.length) return;
    if (!(bytes[0] & 0x80)) ask(`w ${index} ${Buffer.from(bytes).toString('hex')} ${now()}`);
    sent[index] = [];
  }));
  chip.gpio[options.reset].addListener((state) => { ask(`p ${state === 0 ? 0 : 1} ${now()}`); });
  let answer = 0;
  const done = clock.createAlarm(() => spi.completeTransmit(answer));
  spi.onTransmit = (byte) => {
    answer = 0;
    const [index, ...others] = selected();
    if (index === undefined || others.length) faults.push(`${others.length + (index !== undefined)} chips selected at ${now()}`);
    else {
      const bytes = sent[index];
      if (bytes.length && bytes[0] & 0x80) answer = +ask(`r ${index} ${(bytes[bytes.length - 1] >> 1) & 0x3f} ${now()}`);
      bytes.push(byte);
    }
    done.schedule((spi.dataBits * 1e9) / spi.clockFrequency);
  };
}

// `scratch`: the watchdog's registers, which outlive a reset by it.
function start(scratch) {
  if (clock) began += clock.nanos;
  const before = chip ? chip.flash.slice(0, FLASH) : flash;
  clock = new SimulationClock();
  chip = new RP2040(clock);
  chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
  chip.loadBootrom(rom);
  chip.flash.set(before);
  chip.onBreak = romCall;
  const watchdog = chip.peripherals[0x40058];
  watchdog.onWatchdogTrigger = () => { restart = true; };
  if (scratch) { watchdog.scratchData.set(scratch); watchdog.reason = 2; }
  shortcut();
  nameFlash();
  plugIn();
  wire();
  held.forEach((way) => way.fill(0));
  chip.core.PC = 0x10000000;
}

function run(microseconds) {
  const end = began + clock.nanos + microseconds * 1000;
  // Each time the same difference: of two ways to the same moment the one that is rounded up would be waited for without end.
  while (power && clock.nanos < end - began) {
    if (restart) {
      restart = false;
      resets++;
      said.push([now(), '']);
      start(chip.peripherals[0x40058].scratchData.slice());
    }
    const stop = end - began, core = chip.core, cycle = 1e9 / chip.clkSys;
    for (let turn = 0; turn < 10000 && power && !restart && clock.nanos < stop; turn++) {
      if (core.waiting) {
        const alarm = clock.nanosToNextAlarm;
        clock.tick(alarm > 0 ? Math.min(alarm, stop - clock.nanos) : stop - clock.nanos);
      } else {
        const cycles = core.executeInstruction() + owed;
        owed = 0;
        clock.tick(cycles * cycle);
      }
    }
  }
}

const orders = {
  run: ({ microseconds }) => { run(microseconds); return { now: now(), said: said.splice(0), resets, power }; },
  write: ({ hex }) => { usb.waiting.push(...Buffer.from(hex, 'hex')); usb.give(); return {}; },
  stall: ({ stalled }) => { usb.stall(stalled); return {}; },
  cut: ({ at }) => { cutAt = at < 0 ? at : flashWrites + at; return {}; },
  power: () => { power = true; cutAt = -1; start(); return { now: now() }; },
  save: ({ file }) => { fs.writeFileSync(file, chip.flash.slice(FILES, FLASH)); return {}; },
  figures: () => ({ misses, flashWrites, faults: faults.slice(0, 10) }),
};
start();
for (;;) {
  const order = JSON.parse(readLine());
  try {
    writeLine(JSON.stringify(orders[order.do](order)));
  } catch (error) {
    writeLine(JSON.stringify({ error: String(error.stack) }));
  }
}
