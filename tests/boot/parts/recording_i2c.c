// SPDX-License-Identifier: GPL-2.0
/*
 * An I2C bus with one display on it, which takes whatever it is sent. i2c-stub would do if it knew plain
 * I2C messages; it knows SMBus alone, and a picture is longer than SMBus allows.
 *
 * What was written is in /sys/kernel/debug/recording_i2c, message by message: nanoseconds since the kernel began
 * (64 bits), bytes (32 bits), the bytes themselves; numbers as this machine has them.
 */
#include <linux/debugfs.h>
#include <linux/i2c.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/vmalloc.h>

#define ROOM (8 << 20)

static int bus = 1;
module_param(bus, int, 0444);
MODULE_PARM_DESC(bus, "The number of the bus");

static ushort display = 0x3c;
module_param(display, ushort, 0444);
MODULE_PARM_DESC(display, "The display's address");

static bool plugged = true;
module_param(plugged, bool, 0644);
MODULE_PARM_DESC(plugged, "Whether the display is on the bus");

static struct debugfs_blob_wrapper record;
static struct dentry *file;

static void note(const struct i2c_msg *message)
{
	u64 now = ktime_get_ns();
	u32 length = message->len;
	u8 *end = record.data + record.size;

	if (record.size + sizeof(now) + sizeof(length) + length > ROOM)
		return;
	memcpy(end, &now, sizeof(now));
	memcpy(end + sizeof(now), &length, sizeof(length));
	memcpy(end + sizeof(now) + sizeof(length), message->buf, length);
	/* Last, so that who reads meanwhile finds whole messages. */
	smp_store_release(&record.size, record.size + sizeof(now) + sizeof(length) + length);
}

/* The bus's lock is held here. */
static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int at;

	for (at = 0; at < count; at++) {
		if (!plugged || messages[at].addr != display)
			return -EREMOTEIO;
		if (messages[at].flags & I2C_M_RD)
			memset(messages[at].buf, 0, messages[at].len);
		else
			note(&messages[at]);
	}
	return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.algo = &algorithm,
	.name = "recording",
};

static int __init begin(void)
{
	int failed;

	record.data = vzalloc(ROOM);
	if (!record.data)
		return -ENOMEM;
	adapter.nr = bus;
	failed = i2c_add_numbered_adapter(&adapter);
	if (failed) {
		vfree(record.data);
		return failed;
	}
	file = debugfs_create_blob("recording_i2c", 0400, NULL, &record);
	return 0;
}

static void __exit end(void)
{
	i2c_del_adapter(&adapter);
	debugfs_remove(file);
	vfree(record.data);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("I2C bus that keeps what a display is sent");
